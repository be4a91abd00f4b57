{
  description = "A flake-parts project whose shell installs its coding agents";

  inputs = {
    nixpkgs.url = "github:NixOS/nixpkgs/nixos-26.05";
    flake-parts.url = "github:hercules-ci/flake-parts";
    surcingle = {
      url = "github:OWNER/surcingle"; # the location of your copy of Surcingle
      inputs.nixpkgs.follows = "nixpkgs";
    };
  };

  outputs =
    inputs:
    inputs.flake-parts.lib.mkFlake { inherit inputs; } {
      imports = [ inputs.surcingle.flakeModules.default ];
      systems = [
        "x86_64-linux"
        "aarch64-linux"
        "aarch64-darwin"
        "x86_64-darwin"
      ];
      perSystem =
        { config, pkgs, ... }:
        {
          surcingle = {
            enable = true;
            roots = [ ./definitions ];
            harnesses = [
              "claude-code"
              "opencode"
            ];
          };
          devShells.default = pkgs.mkShellNoCC {
            packages = [ config.surcingle.package ];
            inherit (config.surcingle) shellHook;
          };
        };
    };
}
