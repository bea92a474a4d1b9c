import t from "tap";
import { chatAddress } from "../../machines/tells.ts";
import { decodeEntries } from "../../src/actors/history/history.ts";
import { beginRow } from "../../src/actors/history/packed-row.ts";
import type { Step } from "../../src/actors/history/step-record.ts";
import { asAgentId, asChatId } from "../../src/core/ids.ts";
import { actors } from "../../src/domain/actors.ts";
import type { ActorEvent, Effect } from "../../src/domain/effects.ts";
import { effects, events, words } from "./outline-samples.ts";

const nowMs = 1;
const actor = chatAddress(asChatId("17"));
const opened: ActorEvent = { type: "bot.offered", nowMs };
/** What the history keeps of every type of event and effect. */
const history = {
  events: Object.assign({}, ...Object.values(actors).map((actor) => actor.history.events)),
  effects: Object.assign({}, ...Object.values(actors).map((actor) => actor.history.effects)),
  context: new Map(),
};
/** Returns the step as it is read again, and the stored row. */
function keep(step: Partial<Step>) {
  const whole = {
    event: opened,
    cause: "request",
    from: null,
    before: "waiting",
    after: "with_agent",
    effects: [],
    contextBefore: null,
    context: null,
    ...step,
  };
  const row = beginRow();
  row.add({ actor, revision: 2, previous: 1 }, [whole], history);
  const packed = row.finish();
  const [kept] = decodeEntries({ atMs: nowMs, packed })[0]?.steps ?? [];
  if (kept === undefined) throw new Error("Expected the step to be kept");
  const stored = Buffer.from(packed, "latin1").toString();
  return { stored, kept };
}

for (const [type, [event, fields]] of Object.entries(events)) {
  t.test(`the history keeps what ${type} did, and no text of people`, async (t) => {
    const { stored, kept } = keep({ event: { type, ...event } as ActorEvent });
    t.strictSame(kept.event, { type, ...fields });
    t.notMatch(stored, /§|näive|words/);
  });
}

for (const [type, [effect, fields]] of Object.entries(effects)) {
  t.test(`the history keeps what ${type} asked for, and no text of people`, async (t) => {
    const { stored, kept } = keep({ effects: [{ type, ...effect } as Effect] });
    t.strictSame(kept.effects, [{ type, ...fields }]);
    t.notMatch(stored, /§|näive|words/);
  });
}

t.test("the history keeps each receiver of a tell and the receiver's event", async (t) => {
  const sent = events["delivery.cancelled"][0];
  const tell: Effect = {
    type: "effect.actor.tell",
    tells: [
      { to: actor, event: { type: "agent.left", nowMs, agentId: asAgentId(7) } as never },
      { to: chatAddress(asChatId("18")), event: { type: "delivery.cancelled", ...sent } },
    ],
  };
  const { stored, kept } = keep({ effects: [{ type: "effect.chat.publish" }, tell] });
  t.strictSame(kept.effects, [
    { type: "effect.chat.publish" },
    { type: "effect.actor.tell", to: "chat/17", event: "agent.left" },
    { type: "effect.actor.tell", to: "chat/18", event: "delivery.cancelled" },
  ]);
  t.notMatch(stored, /§/);
});

t.test("an event of an older version that lacks a field, or has a removed type, is kept by its type", async (t) => {
  for (const event of [{ type: "agent.configured" }, { type: "message.lost", text: words }]) {
    const { stored, kept } = keep({ event: event as never });
    t.strictSame(kept.event, { type: event.type });
    t.notMatch(stored, /§/);
  }
});

t.test("causes and addresses are kept unchanged, with any content", async (t) => {
  const odd = `call/"a"\n\\,[chat/17]`;
  const { kept } = keep({ cause: odd, from: odd as never, before: null });
  t.match(kept, { cause: odd, from: odd, before: null, after: "with_agent" });
});
