import { watch } from '../surcingle/gate.mjs';

export default watch(new URL("../surcingle/agents.json", import.meta.url));
