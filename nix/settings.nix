# Options for settings, generated from the schema that the program validates them against.
{ lib }:
let
  inherit (lib) mkOption types;

  typeOf =
    schema:
    if schema ? enum then
      types.enum schema.enum
    else if schema ? anyOf then
      types.anything
    else if schema.type == "array" then
      types.listOf (typeOf schema.items)
    else if schema.type == "object" && builtins.isAttrs (schema.additionalProperties or false) then
      types.attrsOf (typeOf schema.additionalProperties)
    else if schema.type == "object" then
      types.submodule { options = optionsOf schema; }
    else
      {
        string = types.str;
        boolean = types.bool;
        integer = types.int;
        number = types.int;
      }
      .${schema.type};

  optionsOf =
    schema:
    lib.mapAttrs (
      name: property:
      mkOption {
        type = types.nullOr (typeOf property);
        default = null;
        description = property.description or "The setting `${name}` of {file}`surcingle.toml`.";
      }
    ) schema.properties;

  # Settings that are `null` are left out, so that those of the roots apply.
  given =
    value:
    if builtins.isAttrs value then
      lib.mapAttrs (_: given) (lib.filterAttrs (_: each: each != null) value)
    else if builtins.isList value then
      map given value
    else
      value;
in
{
  inherit given;
  type = types.submodule { options = optionsOf (lib.importJSON ./settings.json); };
}
