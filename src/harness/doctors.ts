/** Every client that can be examined. One line each. */
import type { Exam } from "../doctor/exam.ts";
import { claudeCodeExam } from "./claude-code/doctor.ts";
import { codexExam } from "./codex/doctor.ts";
import { copilotExam } from "./copilot/doctor.ts";
import { opencodeExam } from "./opencode/doctor.ts";
import { piExam } from "./pi/doctor.ts";

export const exams: readonly Exam[] = [opencodeExam, claudeCodeExam, piExam, codexExam, copilotExam];
