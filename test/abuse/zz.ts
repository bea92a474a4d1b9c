import { access } from "./access/access-part.ts";
import { fuzz } from "./fuzz/fuzz-part.ts";
import { idle } from "./real/idle-part.ts";
import { slow } from "./real/slow-part.ts";
import { scripts } from "./scripts/scripts-part.ts";

const parts = { idle, slow, fuzz, scripts, access };
const [name = "idle", size = "long", seed = "1"] = process.argv.slice(2);
const part = parts[name as "idle"];
const rows = await part.run({
  size: size as "long",
  seed: Number(seed),
  progress: (l) => console.log(new Date().toISOString().slice(11, 19), l),
  signal: new AbortController().signal,
});
console.log(JSON.stringify(rows, null, 1));
process.exit(0);
