# This flake with the stand-in for nixpkgs, for files that are evaluated outside a flake.
let
  nixpkgs = (import ./flake.nix).outputs { };
  self = (import ../../flake.nix).outputs {
    inherit self nixpkgs;
  };
in
{
  inherit self;
  pkgs = nixpkgs.legacyPackages.${builtins.currentSystem};
}
