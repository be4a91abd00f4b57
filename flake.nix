{
  description = "Define coding agents once; every harness gets them with the same permissions";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-26.05";

  outputs =
    { self, nixpkgs }:
    let
      systems = [
        "x86_64-linux"
        "aarch64-linux"
        "aarch64-darwin"
        "x86_64-darwin"
      ];
      forEachSystem = f: nixpkgs.lib.genAttrs systems (system: f nixpkgs.legacyPackages.${system});
      surcingleFor = pkgs: self.packages.${pkgs.stdenv.hostPlatform.system}.surcingle;
    in
    {
      packages = forEachSystem (pkgs: {
        default = surcingleFor pkgs;
        surcingle = pkgs.callPackage ./nix/package.nix { };
        agents = self.lib.mkAgents {
          inherit pkgs;
          roots = [ (import ./nix/sources.nix).definitions ];
        };
      });

      apps = forEachSystem (pkgs: {
        default = {
          type = "app";
          program = "${surcingleFor pkgs}/bin/surcingle";
          meta.description = "Render agent definitions for coding agents";
        };
      });

      checks = forEachSystem (pkgs: import ./nix/checks { inherit pkgs self; });

      devShells = forEachSystem (pkgs: {
        default = pkgs.mkShellNoCC {
          packages = [
            pkgs.git
            pkgs.nixfmt-tree
            pkgs.nodejs
          ];
        };
      });

      formatter = forEachSystem (pkgs: pkgs.nixfmt-tree);

      lib.mkAgents =
        {
          pkgs,
          package ? surcingleFor pkgs,
          ...
        }@arguments:
        pkgs.callPackage ./nix/agents.nix { surcingle = package; } (
          removeAttrs arguments [
            "pkgs"
            "package"
          ]
        );

      lib.shellHook = (import ./nix/project.nix { inherit self; }).shellHook;

      flakeModules.default = {
        key = "surcingle";
        _file = ./nix/flake-parts.nix;
        imports = [ (import ./nix/flake-parts.nix { inherit self; }) ];
      };

      devenvModules.default = {
        key = "surcingle";
        _file = ./nix/devenv.nix;
        imports = [ (import ./nix/devenv.nix { inherit self; }) ];
      };

      homeModules.default = {
        # The same key for both names, so that a configuration can import both.
        key = "surcingle";
        _file = ./nix/home-manager.nix;
        imports = [ (import ./nix/home-manager.nix { inherit self; }) ];
      };
      homeManagerModules = self.homeModules;

      nixosModules.default = {
        key = "surcingle";
        _file = ./nix/managed.nix;
        imports = [
          (import ./nix/managed.nix {
            inherit self;
            platform = "linux";
          })
        ];
      };
      darwinModules.default = {
        key = "surcingle";
        _file = ./nix/managed.nix;
        imports = [
          (import ./nix/managed.nix {
            inherit self;
            platform = "darwin";
          })
        ];
      };

      overlays.default = final: _: { surcingle = final.callPackage ./nix/package.nix { }; };

      templates.default = {
        path = ./templates/default;
        description = "Agent definitions, linked into your home by home-manager";
      };
      templates.project = {
        path = ./templates/project;
        description = "A project whose shell installs its coding agents";
      };
      templates.flake-parts = {
        path = ./templates/flake-parts;
        description = "A flake-parts project whose shell installs its coding agents";
      };
      templates.devenv = {
        path = ./templates/devenv;
        description = "A devenv project whose shell installs its coding agents";
      };
    };
}
