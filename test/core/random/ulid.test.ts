import t from "tap";
import { createUlids } from "../../../src/core/random/ulid.ts";

t.test("ids sort by time, then by the order in which they were made, and are all different", async (t) => {
  const next = createUlids();
  const made = Array.from({ length: 5_000 }, (_, index) => next(1_790_000_000_000 + Math.floor(index / 3)));
  t.same([...made].sort(), made);
  t.equal(new Set(made).size, made.length);
  t.ok(made.every((id) => /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(id)));
});

t.test("two factories make different ids in the same moment", async (t) => {
  const nowMs = 1_790_000_000_000;
  const ids = Array.from({ length: 300 }, () => createUlids()(nowMs));
  t.equal(new Set(ids).size, ids.length);
  const lastCharacters = new Set(ids.map((id) => id.at(-1)));
  t.ok(lastCharacters.size > 16, `the random part has only ${lastCharacters.size} of 32 characters`);
});
