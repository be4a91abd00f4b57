{
  description = "The machine's own node and shell in place of nixpkgs, for tests without network";

  outputs = _: rec {
    lib = import ./lib.nix;
    legacyPackages = lib.genAttrs [
      "x86_64-linux"
      "aarch64-linux"
      "aarch64-darwin"
      "x86_64-darwin"
    ] (system: import ./pkgs.nix { inherit lib system; });
  };
}
