# Stands in for nixpkgs' module of the same name: declares its options.
{ lib, ... }:
let
  internal =
    default:
    lib.mkOption {
      type = lib.types.unspecified;
      inherit default;
      internal = true;
    };
in
{
  options.meta = {
    maintainers = lib.mkOption {
      type = lib.types.listOf lib.types.unspecified;
      default = [ ];
      internal = true;
    };
    doc = internal null;
    buildDocsInSandbox = internal true;
  };
}
