# The part of nixpkgs' module system that this flake's module and its check use: options with a type and a
# default, `mkIf`, `mkMerge`, `imports`, submodules. Priorities and `apply` are missing.
let
  inherit (builtins)
    attrNames
    concatMap
    concatStringsSep
    filter
    head
    isAttrs
    isFunction
    length
    mapAttrs
    zipAttrsWith
    ;

  is = kind: value: isAttrs value && (value._type or null) == kind;

  # Resolves `mkIf`, `mkMerge` and plain values to the plain values that apply.
  plain =
    value:
    if is "if" value then
      (if value.condition then plain value.content else [ ])
    else if is "merge" value then
      concatMap plain value.contents
    else
      [ value ];

  # The same for a set of options, without evaluating conditions yet, because they may depend on these options.
  spread =
    value:
    if is "if" value then
      map (mapAttrs (_: mkIf value.condition)) (spread value.content)
    else if is "merge" value then
      concatMap spread value.contents
    else
      [ value ];

  mkIf = condition: content: {
    _type = "if";
    inherit condition content;
  };

  isTextLike =
    value: builtins.isString value || builtins.isPath value || isAttrs value && value ? outPath;

  dotted = concatStringsSep ".";

  simple = name: check: {
    inherit name check;
    merge =
      path: values:
      if filter (value: value != head values) values == [ ] then
        head values
      else
        throw "the option `${dotted path}` has conflicting definition values";
  };

  evaluate =
    type: path: definitions:
    let
      values = concatMap plain definitions;
    in
    if filter (value: !type.check value) values != [ ] then
      throw "a definition for option `${dotted path}` is not of type `${type.name}`"
    else
      type.merge path values;

  mkOption = option: option // { _type = "option"; };

  types = rec {
    bool = simple "boolean" builtins.isBool;
    str = simple "string" builtins.isString;
    path = simple "absolute path" (
      value: isTextLike value && builtins.substring 0 1 (toString value) == "/"
    );
    int = simple "signed integer" builtins.isInt;
    lines = simple "strings concatenated with \"\\n\"" builtins.isString;
    enum = values: simple "one of ${builtins.toJSON values}" (value: builtins.elem value values);
    nullOr = element: {
      nested = element.nested or null;
      name = "null or ${element.name}";
      check = value: value == null || element.check value;
      merge =
        path: values: if filter (value: value != null) values == [ ] then null else element.merge path values;
    };
    either = first: second: {
      name = "${first.name} or ${second.name}";
      check = value: first.check value || second.check value;
      merge = path: values: (if builtins.all first.check values then first else second).merge path values;
    };
    package = simple "package" (value: isAttrs value && value ? outPath);
    unspecified = simple "unspecified value" (_: true);
    anything = unspecified // {
      merge =
        path: values:
        if builtins.all isAttrs values then
          zipAttrsWith (name: anything.merge (path ++ [ name ])) values
        else
          unspecified.merge path values;
    };
    listOf = element: {
      nested = element.nested or null;
      name = "list of ${element.name}";
      check = value: builtins.isList value && builtins.all element.check value;
      empty = [ ];
      merge = _: builtins.concatLists;
    };
    attrsOf = element: {
      nested =
        if (element.nested or null) == null then
          null
        else
          { "<name>" = element.nested; };
      name = "attribute set of ${element.name}";
      check = isAttrs;
      merge = path: zipAttrsWith (name: evaluate element (path ++ [ name ]));
    };
    submodule = module: {
      name = "submodule";
      # For the page of options.
      nested =
        (evalModules {
          modules = [ module ];
          specialArgs.name = "<name>";
        }).options;
      check = isAttrs;
      merge =
        path: values:
        (evalModules {
          modules = [ module ] ++ values;
          specialArgs.name = builtins.elemAt path (length path - 1);
        }).config;
    };
  };

  # Splits a module of any form into what it declares and what it sets; its imports come first.
  load =
    arguments: module:
    let
      value = if isFunction module || isAttrs module then module else import module;
      loaded = if isFunction value then value arguments else value;
      isLong = loaded ? config || loaded ? options;
    in
    concatMap (load arguments) (loaded.imports or [ ])
    ++ [
      {
        options = loaded.options or { };
        config =
          if isLong then
            loaded.config or { }
          else
            removeAttrs loaded [
              "imports"
              "key"
              "_file"
            ];
      }
    ];

  declare =
    path:
    zipAttrsWith (
      name: values:
      if !is "option" (head values) then
        declare (path ++ [ name ]) values
      else if length values == 1 then
        head values
      else
        throw "the option `${dotted (path ++ [ name ])}` is declared twice"
    );

  assign =
    path: declared: definitions:
    let
      parts = concatMap spread definitions;
      stray = filter (name: !declared ? ${name}) (concatMap attrNames parts);
      value =
        name: option:
        let
          here = path ++ [ name ];
          given = concatMap (part: if part ? ${name} then [ part.${name} ] else [ ]) parts;
          held = concatMap plain given;
        in
        if !is "option" option then
          assign here option given
        else if held != [ ] then
          evaluate option.type here held
        else
          option.default or option.type.empty
            or (throw "the option `${dotted here}` was accessed but has no value defined");
    in
    if stray != [ ] then
      throw "the option `${dotted (path ++ [ (head stray) ])}` does not exist"
    else
      mapAttrs value declared;

  evalModules =
    {
      modules,
      specialArgs ? { },
    }:
    let
      loaded = concatMap (load (specialArgs // { inherit config; })) modules;
      options = declare [ ] (map (module: module.options) loaded);
      config = assign [ ] options (map (module: module.config) loaded);
    in
    {
      inherit config options;
    };
in
{
  inherit
    evalModules
    mkIf
    mkOption
    types
    ;

  mkEnableOption =
    what:
    mkOption {
      type = types.bool;
      default = false;
      description = "Whether to enable ${what}.";
    };
  mkMerge = contents: {
    _type = "merge";
    inherit contents;
  };
  literalExpression = text: {
    _type = "literalExpression";
    inherit text;
  };
  literalMD = text: {
    _type = "literalExpression";
    inherit text;
  };
}
