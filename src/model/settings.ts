/** The settings of a machine, as opposed to definitions. Nothing here can change a verdict. */
import type { SandboxSettings } from "./sandbox.ts";

export interface Settings {
  /** Model by harness id and agent name. */
  readonly models: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Model by harness id and tier: fast, balanced, strong. */
  readonly tiers: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Harnesses to render for, by id or alias. Undefined if none is chosen. */
  readonly harnesses?: readonly string[] | undefined;
  readonly piPrimary: string | undefined;
  /** OpenCode's own files deny a governed agent everything, and our plugin provides the permissions. */
  readonly opencodeRequiresPlugin: boolean;
  readonly allowTools: readonly string[];
  readonly gateCommand: string | undefined;
  readonly home: string | undefined;
  /** A file that gets one line per gate decision: absolute, or below `~/`. */
  readonly log: string | undefined;
  readonly hubUrl: string | undefined;
  /** Undefined: the defaults. */
  readonly sandbox?: SandboxSettings | undefined;
  readonly skills: SkillSettings;
  readonly kode: { readonly nativeSkillsDir: string | undefined; readonly deny: readonly string[] };
}

interface SkillSettings {
  /** A skill that runs in the session is restricted to its `allowed-tools` until the next prompt. */
  readonly enforceAllowedTools: boolean;
  /** Codes of warnings that are not shown. */
  readonly ignore: readonly string[];
}
