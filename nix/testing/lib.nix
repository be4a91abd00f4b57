# The functions of nixpkgs' lib that this flake uses.
let
  modules = import ./modules.nix;
in
modules
// rec {
  inherit (builtins)
    all
    any
    attrNames
    attrValues
    concatMap
    concatStringsSep
    elem
    filter
    listToAttrs
    mapAttrs
    ;

  importJSON = path: builtins.fromJSON (builtins.readFile path);

  genAttrs =
    names: f:
    listToAttrs (
      map (name: {
        inherit name;
        value = f name;
      }) names
    );
  filterAttrs = keep: set: removeAttrs set (filter (name: !keep name set.${name}) (attrNames set));
  mapAttrsToList = f: set: map (name: f name set.${name}) (attrNames set);
  imap1 = f: list: builtins.genList (i: f (i + 1) (builtins.elemAt list i)) (builtins.length list);
  foldl' = builtins.foldl';
  optionalAttrs = condition: attrs: if condition then attrs else { };
  concatStrings = concatStringsSep "";
  optional = condition: value: if condition then [ value ] else [ ];
  unique = builtins.foldl' (seen: x: if elem x seen then seen else seen ++ [ x ]) [ ];

  hasPrefix = prefix: text: builtins.substring 0 (builtins.stringLength prefix) text == prefix;
  removePrefix =
    prefix: text:
    if hasPrefix prefix text then builtins.substring (builtins.stringLength prefix) (-1) text else text;
  hasSuffix =
    suffix: text:
    let
      start = builtins.stringLength text - builtins.stringLength suffix;
    in
    start >= 0 && builtins.substring start (-1) text == suffix;
  removeSuffix =
    suffix: text:
    if hasSuffix suffix text then
      builtins.substring 0 (builtins.stringLength text - builtins.stringLength suffix) text
    else
      text;
  escapeShellArg = text: "'${builtins.replaceStrings [ "'" ] [ "'\\''" ] (toString text)}'";
  escapeShellArgs = texts: concatStringsSep " " (map escapeShellArg texts);

  fetchers.proxyImpureEnvVars = [
    "http_proxy"
    "https_proxy"
    "all_proxy"
    "no_proxy"
    "HTTP_PROXY"
    "HTTPS_PROXY"
    "ALL_PROXY"
    "NO_PROXY"
  ];

  licenses.mit.spdxId = "MIT";

  # As in nixpkgs: the tests that fail, with actual and expected results.
  runTests =
    tests:
    concatMap (
      name:
      let
        test = tests.${name};
      in
      if test.expr == test.expected then
        [ ]
      else
        [
          {
            inherit name;
            inherit (test) expected;
            result = test.expr;
          }
        ]
    ) (attrNames tests);
}
