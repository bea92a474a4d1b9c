import fc from "fast-check";
import t from "tap";
import { toJson } from "../../../src/web/widget/loader/to-json.ts";

/** What scripts of pages do to prototypes: the first is what an old version of Prototype.js does. */
const changes: readonly (readonly [owner: object, name: string, value: unknown])[] = [
  [Array.prototype, "toJSON", () => "[]"],
  [Object.prototype, "toJSON", () => undefined],
  [
    String.prototype,
    "toJSON",
    () => {
      throw new Error("ours");
    },
  ],
  [JSON, "stringify", () => "{"],
];

/** Runs in one task, so that nothing else sees the changes. */
function changed<Value>(run: () => Value): Value {
  const { stringify } = JSON;
  for (const [owner, name, value] of changes)
    Object.defineProperty(owner, name, { value, configurable: true, writable: true });
  try {
    return run();
  } finally {
    for (const [owner, name] of changes) Reflect.deleteProperty(owner, name);
    JSON.stringify = stringify;
  }
}

t.test("a frame has the same JSON, whatever the page has put on prototypes", async (t) => {
  const frame = {
    type: "message",
    text: 'a "b" \\ \n \u2028 \ud800 😀',
    gone: undefined,
    rows: [{ n: 1.5 }, null, true, [[]]],
  };
  t.same(JSON.parse(changed(() => toJson(frame))), JSON.parse(JSON.stringify(frame)));
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), fc.string({ unit: "binary" })), (value) => {
      const text = changed(() => toJson(value));
      t.same(JSON.parse(text), JSON.parse(JSON.stringify(value)));
    }),
  );
  t.equal(Buffer.from(toJson("\ud800")).toString(), '"\\ud800"', "half a pair survives UTF-8");
});
