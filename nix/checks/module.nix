# Tests of the module against a stub of home-manager. The result is the list of failures.
# They pass with the lib of nixpkgs and with that of the stand-in.
{
  lib,
  pkgs,
  self,
}:
let
  evaluateWith = import ./evaluate-home.nix { inherit lib pkgs self; };
  evaluate = evaluateWith "/home/someone/.config" { };

  base = {
    enable = true;
    roots = [ ../../templates/default/definitions ];
  };

  everything = base // {
    harnesses = lib.mapAttrs (_: _: { enable = true; }) (lib.importJSON ../harnesses.json);
  };

  claude = base // {
    harnesses.claude-code.enable = true;
  };

  failures = config: map (a: a.message) (lib.filter (a: !a.assertion) config.assertions);
  speaksOf = text: messages: builtins.match ".*${text}.*" (toString messages) != null;
  isRefused = value: !(builtins.tryEval (builtins.deepSeq value true)).success;
in
lib.runTests {
  testDisabledWritesNothing = {
    expr = {
      inherit (evaluate (everything // { enable = false; })) assertions;
      inherit (evaluate (everything // { enable = false; })) home;
    };
    expected = {
      assertions = [ ];
      home = {
        file = { };
        homeDirectory = "/home/someone";
        packages = [ ];
      };
    };
  };

  testEachHarnessIsLinkedAtItsRoot = {
    expr = lib.attrNames (evaluate everything).home.file;
    expected = builtins.sort builtins.lessThan (
      lib.concatMap (
        { root, skills, ... }: [ root ] ++ lib.optional (!lib.hasPrefix "${root}/" skills) skills
      ) (lib.attrValues (lib.importJSON ../harnesses.json))
    );
  };

  testOnlyAnEnabledHarnessIsLinked = {
    expr = lib.attrNames (evaluate claude).home.file;
    expected = [ ".claude" ];
  };

  testLinksAreMadeFileByFile = {
    expr = (evaluate claude).home.file.".claude".recursive;
    expected = true;
  };

  testTheConfigDirectoryMayBeElsewhere = {
    expr =
      lib.attrNames
        (evaluateWith "/home/someone/settings" { } (base // { harnesses.opencode.enable = true; }))
        .home.file;
    expected = [ "settings/opencode" ];
  };

  testTheProgramIsOnThePath = {
    expr = builtins.elem self.packages.${pkgs.stdenv.hostPlatform.system}.surcingle.name (
      map (package: package.name) (evaluate claude).home.packages
    );
    expected = true;
  };

  testFilesOfOthersNearOursAreLookedAt = {
    expr =
      let
        theirs = {
          home.file.".claude/agents/theirs.md".source = ./module.nix;
          home.file.".claude/commands" = {
            source = ../checks;
            recursive = true;
          };
        };
        source = extra: (evaluateWith "/home/someone/.config" extra claude).home.file.".claude".source;
      in
      source theirs == source { };
    expected = false;
  };

  testFilesOfOthersElsewhereChangeNothing = {
    expr =
      let
        theirs.home.file.".bashrc".source = ./module.nix;
        source = extra: (evaluateWith "/home/someone/.config" extra claude).home.file.".claude".source;
      in
      source theirs == source { };
    expected = true;
  };

  testSettingsReachTheDefinitions = {
    expr =
      (evaluate claude).home.file.".claude".source
      == (evaluate (claude // { settings.allow_tools = [ "mcp__notes" ]; })).home.file.".claude".source;
    expected = false;
  };

  testAGoodConfigurationFailsNoAssertion = {
    expr = failures (evaluate everything);
    expected = [ ];
  };

  testNoHarnessIsAnErrorWithItsCure = {
    expr = speaksOf "programs\\.surcingle\\.harnesses\\.<id>\\.enable = true" (
      failures (evaluate base)
    );
    expected = true;
  };

  testNoHarnessLinksNothing = {
    expr = (evaluate base).home.file;
    expected = { };
  };

  testNoRootIsAnError = {
    expr = speaksOf "programs\\.surcingle\\.roots is empty" (
      failures (evaluate (claude // { roots = [ ]; }))
    );
    expected = true;
  };

  testARootOutsideTheStoreIsAnError = {
    expr = speaksOf "without quotes: /home/someone/agents" (
      failures (evaluate (claude // { roots = [ "/home/someone/agents" ]; }))
    );
    expected = true;
  };

  # A flake input is a set with its source in `outPath`. One that contains only skills/ works.
  testARootMayBeAFlakeInput = {
    expr =
      let
        input = {
          _type = "flake";
          inputs = { };
          outPath = ../../test/cases/skills-only;
        };
        config = evaluate (claude // { roots = base.roots ++ [ input ]; });
      in
      {
        failures = failures config;
        isRead = config.home.file.".claude".source != (evaluate claude).home.file.".claude".source;
      };
    expected = {
      failures = [ ];
      isRead = true;
    };
  };

  testAClientsOwnModuleEnablesItsLinks = {
    expr = lib.attrNames (evaluateWith "/home/someone/.config" {
      programs.claude-code.enable = true;
    } base).home.file;
    expected = [ ".claude" ];
  };

  testLinksCanBeSwitchedOffBesideAClientsOwnModule = {
    expr = lib.attrNames (evaluateWith "/home/someone/.config" {
      programs.claude-code.enable = true;
    } (base // { harnesses.claude-code.enable = false; })).home.file;
    expected = [ ];
  };

  testTheDirectoryOfAClientsOwnModuleIsFollowed = {
    expr = lib.attrNames (evaluateWith "/home/someone/.config" {
      programs.claude-code = {
        enable = true;
        configDir = "/home/someone/.config/claude";
      };
    } base).home.file;
    expected = [ ".config/claude" ];
  };

  testADirectoryCanBeGivenSeenFromTheHome = {
    expr =
      let
        inherit (evaluate (
          base
          // {
            harnesses.copilot = {
              enable = true;
              configDir = ".config/copilot";
            };
          }
        )) home;
      in
      lib.attrNames home.file;
    expected = [ ".config/copilot" ];
  };

  testInlineAgentsNeedNoRoot = {
    expr = failures (
      evaluate (
        (removeAttrs claude [ "roots" ])
        // {
          agents.reader = {
            description = "Reads";
            prompt = "You read.";
          };
        }
      )
    );
    expected = [ ];
  };

  testARuleThatIsNoTextIsRefused = {
    expr = isRefused (
      (evaluate (
        claude
        // {
          agents.reader = {
            description = "Reads";
            prompt = "You read.";
            permissions.bash = {
              intent = "ask";
              rules.ls = "allow";
            };
          };
        }
      )).home.file.".claude".source
    );
    expected = true;
  };

  testANameThatLeavesItsDirectoryIsAnError = {
    expr = speaksOf "programs.surcingle.skills..../x" (
      failures (evaluate (claude // { skills."../x" = "text"; }))
    );
    expected = true;
  };

  testAnUnknownSettingIsRefused = {
    expr = isRefused (evaluate (claude // { settings.alow_tools = [ ]; })).home.file.".claude".source;
    expected = true;
  };

  testWithoutAPackageNothingIsOnThePath = {
    expr = (evaluate (claude // { package = null; })).home.packages;
    expected = [ ];
  };

  testRootsHaveNoDefault = {
    expr = speaksOf "programs\\.surcingle\\.roots is empty" (
      failures (evaluate (removeAttrs claude [ "roots" ]))
    );
    expected = true;
  };

  testAnUnknownHarnessIsRefused = {
    expr =
      isRefused
        (evaluate (base // { harnesses.claud.enable = true; })).programs.surcingle.harnesses;
    expected = true;
  };

  testBothNamesOfTheModuleAreOne = {
    expr = self ? homeManagerModules.default;
    expected = true;
  };
}
