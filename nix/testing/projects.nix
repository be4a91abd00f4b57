# What a project gets: the hook of `lib.shellHook`, of the flake-parts module and of the devenv module.
# With `flakeParts` and `nixpkgsLib` given, flake-parts is the real one; devenv's options are declared here as devenv does.
{
  flakeParts ? null,
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

  devenv = lib.evalModules {
    modules = [
      {
        options = {
          enterShell = lib.mkOption { type = lib.types.lines; };
          packages = lib.mkOption {
            type = lib.types.listOf lib.types.package;
            default = [ ];
          };
        };
      }
      (
        { config, ... }:
        import ../../templates/devenv/devenv.nix { inputs.surcingle = self // { _type = "flake"; }; }
      )
    ];
    specialArgs = {
      inherit lib pkgs;
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
