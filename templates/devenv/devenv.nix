{ inputs, ... }:
{
  imports = [ inputs.surcingle.devenvModules.default ];

  surcingle = {
    enable = true;
    roots = [ ./definitions ];
    harnesses = [
      "claude-code"
      "opencode"
    ];
  };
}
