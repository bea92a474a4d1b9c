import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import t from "tap";
import { temporaryFolder } from "../../harness/temporary-folder.ts";

const generated = "src/codec/proto/generated";

t.test("the generated code matches the .proto file", async (t) => {
  const dir = temporaryFolder(t);
  execFileSync("sh", ["src/codec/proto/generate.sh", dir]);
  t.strictSame(readdirSync(dir).sort(), readdirSync(generated).sort());
  for (const name of readdirSync(generated)) {
    t.equal(readFileSync(join(dir, name), "utf8"), readFileSync(join(generated, name), "utf8"), name);
  }
});
