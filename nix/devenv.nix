# The devenv module: installs a project's agents when its shell is entered.
{ self }:
{
  config,
  lib,
  pkgs,
  ...
}:
let
  cfg = config.surcingle;
  project = import ./project.nix { inherit self; };
  shared = project.options { inherit lib pkgs; };
in
{
  options.surcingle = shared.options // {
    enable = lib.mkEnableOption "installing this project's coding agents when its shell is entered";
  };

  config = lib.mkIf cfg.enable {
    packages = [ cfg.package ];
    enterShell = project.shellHook {
      inherit pkgs;
      inherit (cfg)
        commit
        harnesses
        package
        roots
        ;
      settings = shared.given cfg.settings;
    };
  };
}
