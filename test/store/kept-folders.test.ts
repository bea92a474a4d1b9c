import { readFileSync } from "node:fs";
import t from "tap";
import { firstFormVersion, formVersion } from "../../src/codec/proto/form-version.ts";
import { migrations } from "../../src/store/postgres/schema/migrations.ts";
import type { Manifest } from "../prove/programs/upgrade/contents.types.ts";
import { presentForm } from "../prove/programs/upgrade/form.ts";

// The proof of upgrades serves these folders. It has its turn once in ten commits, so what each change can forget is tested here.
const manifest: Manifest = JSON.parse(readFileSync("test/fixtures/folders/manifest.json", "utf8"));

t.test("the present stored form has a kept folder", async (t) => {
  const hasOne = Object.values(manifest).some(({ form }) => form === presentForm());
  const how =
    'the stored form changed: npm run build, then node test/prove/programs/upgrade/pack.ts NUMBER-NAME "what is new" --kill, keeps a folder of it';
  t.ok(hasOne, how);
});

t.test(
  "each stored form has a larger version than the one before it, so that an earlier program refuses it",
  async (t) => {
    const versions = Object.values(manifest).map(({ version }) => version);
    const how = "the stored form changed: formVersion grows by one, and migrations have one step more";
    versions.slice(1).forEach((version, index) => t.ok(version > (versions[index] ?? version), how));
    t.equal(versions.at(-1), formVersion);
    t.equal(migrations.length, formVersion - firstFormVersion + 1, how);
  },
);
