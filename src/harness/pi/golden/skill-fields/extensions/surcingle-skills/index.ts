import { guardSkills } from '../surcingle/gate.mjs';

export default guardSkills(new URL("../surcingle/skills.json", import.meta.url));
