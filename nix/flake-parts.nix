# The flake-parts module: `perSystem.surcingle` builds the project's agents and offers a hook for its shells.
{ self }:
{
  lib,
  flake-parts-lib,
  ...
}:
{
  options.perSystem = flake-parts-lib.mkPerSystemOption (
    { config, pkgs, ... }:
    let
      cfg = config.surcingle;
      project = import ./project.nix { inherit self; };
      shared = project.options { inherit lib pkgs; };
    in
    {
      options.surcingle = shared.options // {
        enable = lib.mkEnableOption "agents of this project";
        shellHook = lib.mkOption {
          type = lib.types.str;
          readOnly = true;
          description = "A script for the `shellHook` of a shell: puts the agents in place and reports drift.";
          default = project.shellHook {
            inherit pkgs;
            inherit (cfg)
              commit
              harnesses
              package
              roots
              ;
            settings = shared.given cfg.settings;
          };
          defaultText = lib.literalMD "made from the options beside it";
        };
      };

      config = lib.mkIf cfg.enable {
        packages.agents = self.lib.mkAgents {
          inherit pkgs;
          inherit (cfg) harnesses package roots;
          settings = shared.given cfg.settings;
          scope = "project";
        };
      };
    }
  );
}
