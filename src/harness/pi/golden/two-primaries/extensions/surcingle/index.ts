export { default } from "./two/index.ts";
