import { gate } from '../gate.mjs';

export default gate(new URL("./policy.json", import.meta.url));
