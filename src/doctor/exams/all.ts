/** Every client that can be examined. One line each. */
import type { Exam } from "../exam.ts";
import { claudeCodeExam } from "./claude-code.ts";
import { codexExam } from "./codex.ts";
import { copilotExam } from "./copilot.ts";
import { opencodeExam } from "./opencode.ts";
import { piExam } from "./pi.ts";

export const exams: readonly Exam[] = [opencodeExam, claudeCodeExam, piExam, codexExam, copilotExam];
