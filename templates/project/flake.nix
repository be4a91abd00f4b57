{
  description = "A project whose shell installs its coding agents";

  inputs = {
    nixpkgs.url = "github:NixOS/nixpkgs/nixos-26.05";
    surcingle = {
      url = "github:OWNER/surcingle"; # the location of your copy of Surcingle
      inputs.nixpkgs.follows = "nixpkgs";
    };
  };

  outputs =
    { nixpkgs, surcingle, ... }:
    let
      systems = [
        "x86_64-linux"
        "aarch64-linux"
        "aarch64-darwin"
        "x86_64-darwin"
      ];
      forEachSystem = f: nixpkgs.lib.genAttrs systems (system: f nixpkgs.legacyPackages.${system});
      roots = [ ./definitions ];
      harnesses = [
        "claude-code"
        "opencode"
      ];
    in
    {
      devShells = forEachSystem (pkgs: {
        default = pkgs.mkShellNoCC {
          packages = [ surcingle.packages.${pkgs.stdenv.hostPlatform.system}.surcingle ];
          shellHook = surcingle.lib.shellHook { inherit pkgs roots harnesses; };
        };
      });

      packages = forEachSystem (pkgs: {
        agents = surcingle.lib.mkAgents {
          inherit pkgs roots harnesses;
          scope = "project";
        };
      });
    };
}
