# A person's agents over a team's over a company's, each as the flake input it would be.
{
  company,
  team,
  person,
  system ? builtins.currentSystem,
}:
let
  inherit (import ./self.nix) self;
  nixpkgs = (import ./flake.nix).outputs { };
  # As the flake machinery hands over an input.
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
  # The program is the same JavaScript everywhere, so this machine's package stands for that of another system.
  package = self.packages.${builtins.currentSystem}.surcingle;
  roots = [
    (input company)
    (input team)
    (input person)
  ];
}
