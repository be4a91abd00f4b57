# The shell hook of a project, from `lib.shellHook`, the flake-parts module and the devenv module.
# With `nixpkgsLib` and `flakeParts` or `devenvSource`, the real ones are used; otherwise devenv's options are declared
# here as devenv declares them.
{
  flakeParts ? null,
  devenvSource ? null,
  nixpkgsLib ? null,
}:
let
  inherit (import ./self.nix) self pkgs;
  inherit (pkgs.stdenv.hostPlatform) system;

  lib = if nixpkgsLib == null then pkgs.lib else import "${nixpkgsLib}/lib";

  templateOutputs =
    name: inputs:
    let
      outputs = (import (../../templates + "/${name}/flake.nix")).outputs (
        inputs
        // {
          self = outputs // {
            inherit inputs;
            outPath = ../../templates + "/${name}";
          };
        }
      );
    in
    outputs;

  nixpkgs = {
    inherit lib;
    legacyPackages = lib.genAttrs [ "x86_64-linux" "aarch64-linux" "aarch64-darwin" "x86_64-darwin" ] (
      name: if name == system then pkgs // { inherit lib; } else pkgs
    );
    _type = "flake";
    outPath = toString ./.;
  };

  # Programs that devenv itself starts, from this machine.
  machine = pkgs.runCommand "usr" { } "ln -s /usr $out";
  devenvPkgs =
    pkgs
    // lib.genAttrs [ "bashInteractive" "coreutils" "gnugrep" "gnused" "pkg-config" ] (_: machine)
    // {
      inherit lib;
      glibcLocalesUtf8 = null;
      stdenv = pkgs.stdenv // {
        hostPlatform = lib.systems.elaborate system;
      };
      buildEnv = { name, ... }: pkgs.runCommand name { } "mkdir $out";
      writeShellScriptBin = name: _: pkgs.runCommand name { } "mkdir $out";
      writeShellScript = pkgs.writeText;
      formats.json = _: {
        type = lib.types.anything;
        generate = name: value: pkgs.writeText name (builtins.toJSON value);
      };
    };
  devenvOptions =
    if devenvSource == null then
      {
        options = {
          enterShell = lib.mkOption { type = lib.types.lines; };
          packages = lib.mkOption {
            type = lib.types.listOf lib.types.package;
            default = [ ];
          };
        };
      }
    else
      {
        imports = [ "${devenvSource}/src/modules/top-level.nix" ];
        devenv = {
          cliVersion = "2.0";
          root = "/var/empty";
          dotfile = "/var/empty/.devenv";
          runtime = "/tmp";
          tmpdir = "/tmp";
          warnOnNewVersion = false;
        };
      };

  devenv = lib.evalModules {
    modules = [
      devenvOptions
      (
        { config, ... }:
        import ../../templates/devenv/devenv.nix { inputs.surcingle = self // { _type = "flake"; }; }
      )
    ];
    specialArgs = {
      inherit lib;
      pkgs = if devenvSource == null then pkgs else devenvPkgs;
      inputs = { };
    };
  };
in
{
  plain = self.lib.shellHook {
    inherit pkgs;
    roots = [ ../../templates/project/definitions ];
    harnesses = [
      "claude-code"
      "opencode"
    ];
  };
  committed = self.lib.shellHook {
    inherit pkgs;
    roots = [ ../../templates/project/definitions ];
    harnesses = [ "claude-code" ];
    commit = true;
  };
  template = (templateOutputs "project" {
    inherit nixpkgs;
    surcingle = self // { _type = "flake"; };
  }).packages.${system}.agents;

  devenv = devenv.config.enterShell;

  # The same check as in the flake, with the module system of `nixpkgsLib`.
  managed = (import ../checks/managed.nix {
    inherit self;
    pkgs = pkgs // {
      inherit lib;
    };
  }).check;

  flake-parts =
    if flakeParts == null then
      null
    else
      (templateOutputs "flake-parts" {
        inherit nixpkgs;
        surcingle = self // { _type = "flake"; };
        flake-parts = (import "${flakeParts}/flake.nix").outputs {
          nixpkgs-lib = { inherit lib; };
          self = { outPath = flakeParts; };
        };
      }).packages.${system}.agents;
}
