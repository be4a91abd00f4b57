export { default } from "./careful/index.ts";
