# The flake-parts module: `perSystem.surcingle` builds the project's agents and provides a hook for its shells.
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
        enable = lib.mkEnableOption "building this project's coding agents";
        shellHook = lib.mkOption {
          type = lib.types.str;
          readOnly = true;
          description = ''
            Script for the `shellHook` of a development shell. It installs the agents and reports edited files.
          '';
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
          defaultText = lib.literalMD "a script generated from the other options";
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
