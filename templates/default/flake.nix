{
  description = "My coding agents, for every client I use";

  inputs = {
    nixpkgs.url = "github:NixOS/nixpkgs/nixos-26.05";
    home-manager = {
      url = "github:nix-community/home-manager/release-26.05";
      inputs.nixpkgs.follows = "nixpkgs";
    };
    surcingle = {
      # The location of your copy of Surcingle: github:OWNER/surcingle, git+ssh://… or path:/…
      url = "github:OWNER/surcingle";
      inputs.nixpkgs.follows = "nixpkgs";
    };
  };

  outputs =
    {
      self,
      nixpkgs,
      home-manager,
      surcingle,
    }:
    {
      # home-manager switch --flake .#me
      homeConfigurations.me = home-manager.lib.homeManagerConfiguration {
        pkgs = nixpkgs.legacyPackages.x86_64-linux;
        modules = [
          surcingle.homeModules.default
          ./home.nix
        ];
      };

      # nix build .#agents shows the files before they are linked
      packages =
        nixpkgs.lib.genAttrs
          [
            "x86_64-linux"
            "aarch64-linux"
            "aarch64-darwin"
            "x86_64-darwin"
          ]
          (system: {
            agents = surcingle.lib.mkAgents {
              pkgs = nixpkgs.legacyPackages.${system};
              roots = [ ./definitions ];
            };
          });
    };
}
