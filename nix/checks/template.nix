# The outputs of the template, with this flake as its input: the example must build.
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
