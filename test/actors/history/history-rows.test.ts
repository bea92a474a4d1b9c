import fc from "fast-check";
import t from "tap";
import type { Actor, OutlinedFields } from "../../../src/actors/actor-definition.ts";
import { none } from "../../../src/actors/actor-definition.ts";
import { decodeEntries, findEntry } from "../../../src/actors/history/history.ts";
import { compileKept, count, fixed, parts, value, words } from "../../../src/actors/history/kept-context.ts";
import { beginRow } from "../../../src/actors/history/packed-row.ts";
import type { HistoryEntry, Step, StoredChange, StoredStep } from "../../../src/actors/history/step-record.ts";
import { records } from "../../../src/codec/proto/generated/records.js";
import { asActorKey } from "../../../src/core/ids.ts";
import type { HistoryRow } from "../../../src/ports/store.ts";
import { bytesOf, rowOfNextVersion, sampleEntries } from "./row-forms.ts";

const atMs = 1_790_000_000_000;

type Fielded = Step["event"] & { readonly fields: OutlinedFields };
const fieldsOf = (what: object): OutlinedFields => (what as Fielded).fields;
/** Keeps the `fields` of every event and effect. */
const history = {
  events: new Proxy({}, { get: () => fieldsOf }),
  effects: new Proxy({}, { get: () => fieldsOf }),
  context: compileKept({
    plain: value(1),
    list: count(2),
    said: words(300),
    never: fixed,
    whole: parts(4, { inner: value(5) }),
  }),
} as Actor["history"];

function pack(entries: readonly HistoryEntry[]): string {
  const row = beginRow();
  for (const { steps, ...entry } of entries) row.add(entry, steps.map(toStep), history);
  return row.finish();
}

const toStep = ({ event, effects, changes, ...step }: StoredStep): Step => ({
  ...step,
  ...contextsOf(changes ?? []),
  event: withFields(event),
  effects: effects.map((effect) =>
    effect.type === "effect.actor.tell"
      ? { type: effect.type, tells: [{ to: effect["to"], event: { type: effect["event"] } }] }
      : withFields(effect),
  ),
});
/** Two contexts that differ in these parts. */
function contextsOf(changes: readonly StoredChange[]): Pick<Step, "contextBefore" | "context"> {
  const before = changes.map(({ part, was, count }): readonly [string, unknown] => {
    if (part === 1) return ["plain", was];
    return part === 2 ? ["list", new Array(count).fill("x")] : ["said", "a secret"];
  });
  return {
    contextBefore: Object.fromEntries(before),
    context: Object.fromEntries(before.map(([name]) => [name, "other words"])),
  };
}
const withFields = ({ type, ...fields }: StoredStep["event"]): Fielded => ({
  type,
  fields: Object.keys(fields).length === 0 ? none : fields,
});

const text = fc.oneof(
  fc.constantFrom(
    "chat/17",
    "waiting",
    "",
    "näive 😀",
    "\n\0\u007f\u0080",
    "a".repeat(127),
    "ß".repeat(127),
    "a".repeat(40_000),
  ),
  fc.string({ unit: "grapheme" }),
);
const number = fc.oneof(
  fc.constantFrom(0, 127, 128, 2 ** 31 - 1, 2 ** 31, 2 ** 32, atMs, Number.MAX_SAFE_INTEGER, 2 ** 53, -1, 0.5),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
  fc.maxSafeNat(),
);
const outline = fc
  .record({ type: text, fields: fc.dictionary(text, fc.oneof(text, number, fc.boolean())) })
  .map(({ type, fields: { type: _, ...fields } }) => ({ type: `kind.${type}`, ...fields }));
const state = fc.option(text, { nil: null });
const shortText = text.filter(({ length }) => length <= 64);
const changes = fc
  .tuple(fc.option(fc.oneof(shortText, number, fc.boolean())), fc.option(fc.nat({ max: 300 })), fc.boolean())
  .map(([was, count, isSaid]): readonly StoredChange[] => [
    { part: 1, was },
    ...(count === null ? [] : [{ part: 2, count }]),
    ...(isSaid ? [{ part: 300 }] : []),
  ]);
const step = fc.record({
  event: outline,
  cause: text,
  from: state.map((actor) => (actor === null ? null : asActorKey(actor))),
  before: state,
  after: text,
  effects: fc.array(outline, { maxLength: 4 }),
  changes,
});
const entry = fc.record({
  actor: text.map(asActorKey),
  revision: fc.maxSafeNat(),
  previous: fc.maxSafeNat(),
  skipped: fc.constant(0),
  steps: fc.array(step, { maxLength: 4 }),
});
const entries = fc.uniqueArray(entry, { selector: ({ actor }) => actor, maxLength: 6 });

t.test("every row is read as it was written, as a whole and actor by actor", async (t) => {
  fc.assert(
    fc.property(entries, (written) => {
      const row = { atMs, packed: pack(written) };
      // Compared as text, so that the order of fields is also compared.
      if (JSON.stringify(decodeEntries(row)) !== JSON.stringify(written)) return false;
      const others = ["", "chat/1", "nobody"].filter((name) => written.every(({ actor }) => actor !== name));
      return (
        written.every((entry) => JSON.stringify(findEntry(row, entry.actor)) === JSON.stringify(entry)) &&
        others.every((name) => findEntry(row, asActorKey(name)) === undefined)
      );
    }),
    { numRuns: 100 },
  );
  t.pass("100 rows");
});

t.test("the row is the message of the .proto file: each text once, with its position", async (t) => {
  const packed = pack(sampleEntries);
  const row = records.HistoryEntries.decode(bytesOf(packed));
  t.strictSame(new Set(row.texts).size, row.texts.length);
  const [first] = row.entries;
  t.equal(row.texts[first?.actor ?? -1], "chat/1");
  t.equal(Number(first?.revision), 6);
  t.equal(Number(first?.previous), 30);
  const parts = first?.steps?.[0]?.parts?.map(Number) ?? [];
  const [cause = -1, from, before = 0, after = -1, type = -1, field = 0, value] = parts;
  t.strictSame(
    [row.texts[cause], from, row.texts[before - 1], row.texts[after]],
    ["PP1WKmyV-7", 0, "waiting", "with_agent"],
  );
  t.strictSame([row.texts[type], row.texts[field >> 3], field & 7, value], ["chat.accept-requested", "agent", 3, 1]);
});

t.test(
  "of a context, a value, a length or only the change is kept: no long text, no words, nothing that stays",
  async (t) => {
    const shared = { inner: 1 };
    const cases: readonly (readonly [before: object, after: object, changes: readonly StoredChange[]])[] = [
      [{ plain: 1, never: 1, other: 1 }, { plain: 1, never: 2, other: 2 }, []],
      [{ plain: "x".repeat(65) }, { plain: 1 }, [{ part: 1 }]],
      [{ plain: undefined }, { plain: 1 }, [{ part: 1, was: null }]],
      [{ said: "a secret" }, { said: "another" }, [{ part: 300 }]],
      [{ said: null }, { said: "a secret" }, [{ part: 300, was: null }]],
      [{ whole: shared }, { whole: shared }, []],
      [{ whole: { inner: 1 } }, { whole: { inner: 1 } }, []],
      [{ whole: { inner: 1 } }, { whole: { inner: 2 } }, [{ part: 5, was: 1 }]],
      [{ whole: { inner: 1 } }, { whole: null }, [{ part: 5, was: 1 }]],
      [{ whole: null }, { whole: { inner: 1 } }, [{ part: 4, was: null }]],
    ];
    const row = beginRow();
    const plain = { event: withFields({ type: "a" }), cause: "c", from: null, before: "s", after: "s", effects: [] };
    const steps = cases.map(([contextBefore, context]): Step => ({ ...plain, contextBefore, context }));
    row.add({ actor: asActorKey("chat/1"), revision: 1, previous: 0 }, steps, history);
    const [entry] = decodeEntries({ atMs, packed: row.finish() });
    t.strictSame(
      entry?.steps.map((one) => one.changes),
      cases.map(([, , changes]) => changes),
    );
  },
);

t.test("additions of a later version to a row, an entry, a step or an outline are skipped", async (t) => {
  const row = { atMs, packed: rowOfNextVersion() };
  const known = { cause: "request", from: null, before: null, after: "open", effects: [], changes: null };
  const event = { type: "chat.opened", channel: "A" };
  t.strictSame(decodeEntries(row), [
    { actor: "chat/1", revision: 1, previous: 0, skipped: 0, steps: [{ ...known, event }] },
  ]);
  t.strictSame(findEntry(row, asActorKey("chat/1")), decodeEntries(row)[0]);
});

t.test(
  "a row that is cut or changed anywhere is either read or refused with a message, and never blocks its reader",
  async (t) => {
    const packed = pack(sampleEntries);
    const actor = asActorKey("webhooks/1");
    const refused = new Set<string>();
    const look = (damaged: string): void => {
      for (const read of [decodeEntries, (row: HistoryRow) => findEntry(row, actor)]) {
        try {
          read({ atMs, packed: damaged });
        } catch (error) {
          if (!(error instanceof Error) || error.name !== "Defect") throw error;
          refused.add(error.message);
        }
      }
    };
    for (let length = 0; length < packed.length; length += 1) look(packed.slice(0, length));
    for (let at = 0; at < packed.length; at += 1)
      for (const bit of [0, 1, 3, 7])
        look(packed.slice(0, at) + String.fromCharCode(packed.charCodeAt(at) ^ (1 << bit)) + packed.slice(at + 1));
    const messages = [...refused].join("\n");
    t.match(messages, /A history row is damaged at byte \d+: expected \d+ bytes, found \d+/);
    t.match(messages, /A history row is damaged at byte \d+: expected a number, found the end/);
    t.match(messages, /A history row is damaged at byte \d+: expected a field, found the wire type \d/);
    t.match(messages, /Expected one of \d+ texts of a history row, found number \d+/);
  },
);
