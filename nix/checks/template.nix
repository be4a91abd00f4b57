# The template's own outputs, with this flake in the place of its input: its example must build.
{ pkgs, self }:
let
  inherit (pkgs.stdenv.hostPlatform) system;
  template = (import ../../templates/default/flake.nix).outputs {
    self = template;
    surcingle = self;
    nixpkgs = {
      inherit (pkgs) lib;
      legacyPackages.${system} = pkgs;
    };
    home-manager.lib.homeManagerConfiguration = configuration: configuration;
  };
in
template.packages.${system}.agents
