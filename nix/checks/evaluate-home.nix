# Evaluates the module against a stub of home-manager, which is fast and does not add an input to the flake.
{
  lib,
  pkgs,
  self,
  # Which part of the evaluation to return: the configuration, or the options for their page.
  wanted ? "config",
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
    # As the clients' own modules declare them.
    programs.claude-code = {
      enable = mkOption {
        type = types.bool;
        default = false;
      };
      configDir = mkOption {
        type = types.str;
        default = "/home/someone/.claude";
      };
    };
  };
in
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
}).${wanted}
