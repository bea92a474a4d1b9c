import { readFileSync, writeFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { setFlagsFromString } from "node:v8";
import fc from "fast-check";
import t from "tap";
import type { ChatContext } from "../../../machines/chat/chat.types.ts";
import type { ActorKey } from "../../../machines/ids.ts";
import { toWellFormed } from "../../../src/codec/text/text.ts";
import type { ActorKind } from "../../../src/core/ids.ts";
import { actorKindOf } from "../../../src/core/ids.ts";
import { actors } from "../../../src/domain/actors.ts";
import { golden } from "../../actors/golden-records.ts";
import { Cell } from "../../machines/cells.ts";
import { chat, input } from "../../machines/chat/chat-steps.ts";
import { anyContext, brokenText, wholeText } from "./any-context.ts";

const runs = 100;
const emptyAgent = {
  profile: { id: 1, name: "", email: "", phone: null, photo: null, departmentIds: [], role: "agent" },
  isAvailable: false,
  channelIds: [],
};
const kinds = Object.keys(actors) as ActorKind[];
const through = (kind: ActorKind, context: unknown): unknown =>
  actors[kind].form.decode(actors[kind].form.encode(context));

for (const kind of kinds) {
  const { form } = actors[kind];
  t.test(`any context of ${kind} is decoded unchanged, and encoded to the same bytes`, async (t) => {
    const holds = fc.property(anyContext(wholeText)[kind], (any) => {
      // A clone has plain objects, like the contexts of machines.
      const context = structuredClone(any);
      const bytes = form.encode(context);
      const back = form.decode(bytes);
      assertSame(back, context);
      assertSame(form.encode(back), bytes);
    });
    t.doesNotThrow(() => fc.assert(holds, { numRuns: runs }));
  });

  t.test(`an unpaired surrogate in a context of ${kind} is stored as U+FFFD, and all else is unchanged`, async (t) => {
    const holds = fc.property(anyContext(brokenText)[kind], (any) => assertSame(through(kind, any), mended(any)));
    t.doesNotThrow(() => fc.assert(holds, { numRuns: runs }));
  });

  t.test(`bytes of a context of ${kind} that are cut anywhere give an error or another context`, async (t) => {
    const [context] = fc.sample(anyContext(wholeText)[kind], { numRuns: 1, seed: 7 });
    const bytes = form.encode(context);
    for (let length = 0; length < bytes.length; length += 1) {
      try {
        form.decode(bytes.subarray(0, length));
      } catch (error) {
        if (!(error instanceof Error)) t.fail(`threw ${String(error)}`);
      }
    }
    t.pass(`each of ${bytes.length} cuts`);
  });
}

t.test("the bytes of a context are never overwritten by later contexts of any length", async (t) => {
  const contexts = Array.from({ length: 2_000 }, (_, index) => ({
    ...emptyAgent,
    socketIds: ["x".repeat(index % 100 === 0 ? 40_000 : (index * 7) % 2_000)],
  }));
  const { form } = actors.agent;
  const bytes = contexts.map((context) => form.encode(context));
  t.ok(contexts.every((context, index) => isDeepStrictEqual(form.decode(bytes[index] ?? new Uint8Array()), context)));
});

/** Returns the same value with every text well-formed. */
function mended(value: unknown): unknown {
  if (typeof value === "string") return toWellFormed(value);
  if (Array.isArray(value)) return value.map(mended);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, mended(entry)]));
}

function assertSame(got: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(got, expected))
    throw new Error(`Expected ${JSON.stringify(expected)}, got ${JSON.stringify(got)}`);
}

/** A context, encoded by the first version of its message. */
interface GoldenContext {
  readonly actor: ActorKey;
  readonly state: string;
  readonly version: number;
  readonly bytes: string;
}

const goldenPath = "test/codec/contexts/golden-contexts.json";
const written = (): readonly GoldenContext[] =>
  golden.map(({ actor, state, context }) => {
    const { form } = actors[actorKindOf(actor)];
    return { actor, state, version: form.version, bytes: Buffer.from(form.encode(context)).toString("base64") };
  });

t.test("contexts are encoded and decoded as by the first version of their message", async (t) => {
  if (process.argv.includes("--pin")) writeFileSync(goldenPath, `${JSON.stringify(written(), null, 2)}\n`);
  const pinned: readonly GoldenContext[] = JSON.parse(readFileSync(goldenPath, "utf8"));
  t.strictSame([...new Set(pinned.map(({ actor }) => actorKindOf(actor)))].sort(), [...kinds].sort());
  t.strictSame(written(), pinned);
  for (const [index, { actor, bytes }] of pinned.entries())
    t.strictSame(actors[actorKindOf(actor)].form.decode(Buffer.from(bytes, "base64")), golden[index]?.context, actor);
});

t.test("a decoded chat has the engine's fast form, and needs no memory for empty parts", async (t) => {
  setFlagsFromString("--allow-natives-syntax");
  const hasFastProperties = new Function("value", "return %HasFastProperties(value)");
  const back = through("chat", Cell.create(chat.actor, chat.conversation, input).context) as ChatContext;
  for (const part of [back, back.client, back.visit]) t.ok(hasFastProperties(part), Object.keys(part).join());
  const empty = [back.agentIds, back.invites, back.visit.failed, back.client.pageData];
  t.equal(new Set<unknown>(empty).size, 1, "all chats share one empty list");
  t.equal(back.lane, (through("chat", back) as ChatContext).lane, "and one idle lane");
});

t.test(
  "a context with a wrong type instead of a text is refused, and later contexts are encoded as usual",
  async (t) => {
    const good = Cell.create(chat.actor, chat.conversation, input).context as ChatContext;
    for (const [what, broken] of [
      ["number", { ...good, client: { ...good.client, name: 5 } }],
      ["undefined", { ...good, invites: ["a", undefined] }],
      ["object", { ...good, lane: { active: null, waiting: [{}] } }],
    ] as const) {
      t.throws(() => actors.chat.form.encode(broken as never), {
        message: `Expected a text to write, got ${what}`,
      });
      t.strictSame(through("chat", good), good);
    }
  },
);

t.test("the error names an actor whose context cannot be stored", async (t) => {
  const cell = Cell.create(chat.actor, chat.conversation, input);
  const broken = { ...cell.decided(), context: { ...Object(cell.context), invites: [5] } };
  t.throws(() => cell.nextRow(broken), { message: "The context of chat/12 cannot be stored as chat" });
  t.equal(Cell.rehydrate(cell.nextRow()).state, cell.state);
});
