# One generation of a home: this flake's module, the real home-manager, and the programs of this machine.
{
  flake,
  homeManager,
  nixpkgs,
  home,
  module,
}:
let
  pkgs = import nixpkgs { };
  inputs = {
    nixpkgs = {
      inherit (pkgs) lib;
      legacyPackages = pkgs.lib.genAttrs [ "x86_64-linux" pkgs.system ] (_: pkgs);
    };
    home-manager.lib = import "${homeManager}/lib" { inherit (pkgs) lib; };
  };
  self = (import "${flake}/flake.nix").outputs {
    inherit self;
    inherit (inputs) nixpkgs;
  };
  template = (import "${flake}/templates/default/flake.nix").outputs (
    inputs
    // {
      self = template;
      surcingle = self;
    }
  );
  configuration =
    inputs.home-manager.lib.homeManagerConfiguration {
      inherit pkgs;
      modules = [
        self.homeModules.default
        module
        {
          home = {
            username = "tester";
            homeDirectory = home;
            stateVersion = "26.05";
            enableNixpkgsReleaseCheck = false;
          };
          # Each of these needs packages that the machine does not have.
          manual.manpages.enable = false;
          programs.man.enable = false;
          systemd.user.enable = false;
          xdg.mime.enable = false;
          # Otherwise activation installs the packages into the profile of the user who runs the test.
          submoduleSupport.externalPackageInstall = true;
        }
      ];
    };

  # Whether a plain set has a value at the path of an option; `<name>` matches any attribute.
  says =
    path: value:
    path == [ ]
    || builtins.isAttrs value
      && (
        if builtins.head path == "<name>" then
          builtins.any (says (builtins.tail path)) (builtins.attrValues value)
        else
          value ? ${builtins.head path} && says (builtins.tail path) value.${builtins.head path}
      );
in
{
  generation = configuration.activationPackage;

  # The options that the module in `module`, a plain set, does not set.
  unsetOptions =
    let
      options = pkgs.lib.filter (option: option.visible && !option.internal) (
        pkgs.lib.optionAttrSetToDocList configuration.options.programs.surcingle
      );
      given = import module;
    in
    map (option: option.name) (pkgs.lib.filter (option: !says option.loc given) options);

  # The checks of nix/checks/module.nix, with the real module system.
  failures = import "${flake}/nix/checks/module.nix" {
    inherit (pkgs) lib;
    inherit pkgs self;
  };

  # The links that the template's example creates.
  templateFiles =
    let
      isOurs = file: pkgs.lib.hasInfix "surcingle-home" (toString file.source);
      files = builtins.attrValues template.homeConfigurations.me.config.home.file;
    in
    toString (map (file: file.target) (builtins.filter isOurs files));
}
