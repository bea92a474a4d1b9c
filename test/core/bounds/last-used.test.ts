import t from "tap";
import { createLastUsed } from "../../../src/core/bounds/last-used.ts";

t.test("the entry that was used longest ago is forgotten first", async (t) => {
  const known = createLastUsed<string, string>(3);
  for (const key of ["a", "b", "c"]) known.set(key, `the ${key}`);
  t.equal(known.get("a"), "the a");
  known.set("d", "the d");
  t.same([...known.keys()], ["d", "a", "c"], "b was used longest ago");
  known.set("c", "another c");
  known.set("e", "the e");
  t.same([...known.keys()], ["e", "c", "d"]);
  t.equal(known.get("c"), "another c");
  for (let number = 0; number < 1_000; number += 1) known.set(`${number}`, "one of many");
  t.equal(known.size, 3);
});
