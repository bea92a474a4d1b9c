import t from "tap";
import type { Narrowing } from "../../../src/web/inspector/data/actor-query.ts";
import {
  countingOf,
  isNarrowed,
  queriesOf,
  readNarrowing,
  toFilters,
} from "../../../src/web/inspector/data/actor-query.ts";

const nothing = readNarrowing(new URLSearchParams());
const asked = (change: Partial<Narrowing>): readonly string[] =>
  queriesOf({ ...nothing, ...change }).map((query) => query.toString());

const ulid = "01M82HNMEQM6X49SSWZDJYSFZH";
for (const { text, queries } of [
  { text: "", queries: [""] },
  { text: "chat/17", queries: ["id=chat%2F17"] },
  { text: ulid, queries: [`id=${ulid}`] },
  { text: ` ${ulid.toLowerCase()} `, queries: [`id=${ulid}`] },
  { text: "17", queries: ["id=17", "client=17"] },
  { text: "Maria", queries: ["id=Maria", "client=Maria"] },
  { text: "Maria Lopez", queries: ["client=Maria+Lopez"] },
])
  t.test(`"${text}" asks for ${queries.join(", then ")}`, async (t) => {
    t.same(asked({ text }), queries);
  });

t.test("the filters of the list are in the address and in every query", async (t) => {
  const narrowing = { ...nothing, kind: "chat", state: "waiting", parked: "true", waitingLongerThanMs: "60000" };
  const filters = toFilters(narrowing);
  t.equal(filters.toString(), "kind=chat&state=waiting&parked=true&waitingLongerThanMs=60000");
  t.same(readNarrowing(filters), narrowing);
  t.same(asked({ ...narrowing, text: "7" }), [`${filters}&id=7`, `${filters}&client=7`]);
  t.equal(isNarrowed(narrowing), true);
  t.equal(isNarrowed(nothing), false);
  t.equal(isNarrowed({ ...nothing, sort: "since" }), false, "an order hides nothing");
  t.same(readNarrowing(new URLSearchParams("other=1")), nothing, "parameters with other names are ignored");
});

t.test(
  "the counts are those of every kind and state; those of a text, which two queries find, are unknown",
  async (t) => {
    const asked = countingOf({ ...nothing, kind: "chat", state: "waiting", channel: "A", sort: "since" });
    t.equal(asked?.toString(), "channel=A&counts=true&limit=1");
    t.equal(countingOf({ ...nothing, text: "17" }), null);
  },
);
