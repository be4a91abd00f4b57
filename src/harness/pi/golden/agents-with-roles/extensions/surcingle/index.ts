export { default } from "./orchestrator/index.ts";
