# The agents of a company, a team and a person, each as a flake input; later ones replace earlier ones.
{
  company,
  team,
  person,
  system ? builtins.currentSystem,
}:
let
  inherit (import ./self.nix) self;
  nixpkgs = (import ./flake.nix).outputs { };
  # The form in which Nix passes an input to a flake.
  input = path: {
    _type = "flake";
    inputs = { };
    outPath = builtins.path {
      inherit path;
      name = "source";
    };
  };
in
self.lib.mkAgents {
  pkgs = nixpkgs.legacyPackages.${system};
  # The program is the same JavaScript everywhere, so this machine's package can be used for another system.
  package = self.packages.${builtins.currentSystem}.surcingle;
  roots = [
    (input company)
    (input team)
    (input person)
  ];
}
