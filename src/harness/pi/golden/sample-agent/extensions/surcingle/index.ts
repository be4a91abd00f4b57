export { default } from "./chiron/index.ts";
