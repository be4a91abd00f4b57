# Evaluates the module against a stub of home-manager: fast, and users inherit no further input.
# The result is the list of failures. It holds with nixpkgs' lib and with the stand-in's.
{
  lib,
  pkgs,
  self,
}:
let
  inherit (lib) mkOption types;

  file =
    { name, ... }:
    {
      options = {
        enable = mkOption {
          type = types.bool;
          default = true;
        };
        target = mkOption {
          type = types.str;
          default = name;
        };
        source = mkOption { type = types.path; };
        recursive = mkOption {
          type = types.bool;
          default = false;
        };
      };
    };

  stub.options = {
    assertions = mkOption {
      type = types.listOf types.unspecified;
      default = [ ];
    };
    home.homeDirectory = mkOption { type = types.str; };
    home.packages = mkOption {
      type = types.listOf types.package;
      default = [ ];
    };
    home.file = mkOption {
      type = types.attrsOf (types.submodule file);
      default = { };
    };
    xdg.configHome = mkOption { type = types.str; };
  };

  evaluateWith =
    configHome: extra: surcingle:
    (lib.evalModules {
      modules = [
        stub
        self.homeModules.default
        extra
        {
          home.homeDirectory = "/home/someone";
          xdg = { inherit configHome; };
          programs = { inherit surcingle; };
        }
      ];
      specialArgs = { inherit lib pkgs; };
    }).config;

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
    expr = map (package: package.name) (evaluate claude).home.packages;
    expected = [ self.packages.${pkgs.stdenv.hostPlatform.system}.surcingle.name ];
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
