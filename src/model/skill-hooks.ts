/** Hooks of a skill: the events there are, and one form for the two ways they are written. */

/** The seventeen of the skill format, by category. */
export const hookEvents = {
  tool: ["PreToolUse", "PostToolUse", "PostToolUseFailure", "PermissionRequest"],
  notification: ["Notification", "Stop", "SubagentStart", "SubagentStop", "TeammateIdle", "TaskCompleted"],
  session: [
    "SessionStart",
    "SessionEnd",
    "UserPromptSubmit",
    "PreCompact",
    "PostCompact",
    "WorktreeCreate",
    "WorktreeRemove",
  ],
} as const;

/** Claude Code 2.1 knows these as well. */
export const clientHookEvents = [
  "ConfigChange",
  "CwdChanged",
  "DirectoryAdded",
  "Elicitation",
  "ElicitationResult",
  "FileChanged",
  "InstructionsLoaded",
  "MessageDisplay",
  "PermissionDenied",
  "PostModelSwitch",
  "PostToolBatch",
  "PreModelSwitch",
  "Setup",
  "StopFailure",
  "TaskCreated",
  "UserPromptExpansion",
] as const;

export const allHookEvents: readonly string[] = [...Object.values(hookEvents).flat(), ...clientHookEvents];

export interface SkillHook {
  readonly event: string;
  readonly matcher: string | undefined;
  /** Undefined for a hook that is no command: a prompt, a request. */
  readonly command: string | undefined;
  /** In seconds. */
  readonly timeout: number | undefined;
  readonly path: readonly (string | number)[];
}
