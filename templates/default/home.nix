{
  home = {
    username = "me";
    homeDirectory = "/home/me";
    stateVersion = "26.05";
  };

  programs.surcingle = {
    enable = true;
    roots = [ ./definitions ];
    harnesses.claude-code.enable = true;
    harnesses.opencode.enable = true;
  };
}
