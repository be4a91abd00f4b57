# Options for the settings of a machine, from the schema that the program checks them by: a new setting is an option.
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

  # What was not set is left out, so that a root can say it.
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
