# The options of the modules as data for their page: path, type, default, example, description.
let
  inherit (import ./self.nix) self pkgs;
  inherit (pkgs) lib;

  text =
    value:
    if builtins.isString value then
      value
    else
      builtins.toJSON value;

  shown =
    value:
    if builtins.isAttrs value && (value._type or null) == "literalExpression" then
      value.text
    else if builtins.isAttrs value then
      "{ ${lib.concatStrings (lib.mapAttrsToList (name: each: "${name} = ${shown each}; ") value)}}"
    else if builtins.isList value then
      "[ ${lib.concatStrings (map (each: "${shown each} ") value)}]"
    else
      builtins.toJSON value;

  walk =
    path: options:
    lib.concatMap (
      name:
      let
        option = options.${name};
        here = path ++ [ name ];
      in
      if name == "_module" then
        [ ]
      else if (option._type or null) != "option" then
        walk here option
      else
        [
          {
            path = here;
            type = option.type.name;
            default =
              if option ? defaultText then
                shown option.defaultText
              else if option ? default then
                shown option.default
              else
                null;
            example = if option ? example then shown option.example else null;
            description = text option.description;
          }
        ]
        ++ (if (option.type.nested or null) == null then [ ] else walk here option.type.nested)
    ) (builtins.attrNames options);

  stub = import ../checks/evaluate-home.nix {
    inherit lib pkgs self;
    wanted = "options";
  };
  project = (import ../project.nix { inherit self; }).options { inherit lib pkgs; };
  machine = import ../checks/managed.nix { inherit pkgs self; };
in
{
  home = walk [ "programs" "surcingle" ] (stub "/home/someone/.config" { } { }).programs.surcingle;
  managed = walk [ "surcingle" "managed" ] machine.options.surcingle.managed;
  project = walk [ "surcingle" ] project.options;
}
