import { watch } from './gate.mjs';

export default watch(new URL("./agents.json", import.meta.url));
