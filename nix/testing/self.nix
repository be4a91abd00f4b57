# This flake over the stand-in, for files that are evaluated without the flake machinery.
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
