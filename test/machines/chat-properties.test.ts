import fc from "fast-check";
import t from "tap";
import type { ChatEvent } from "../../machines/chat/chat.types.ts";
import { asMessageId } from "../../src/core/ids.ts";
import type { Effect } from "../../src/runtime/effects.ts";
import { ChatPlay } from "./chat-play.ts";
import { botNotice, delivery, kim, lee, received } from "./chat-steps.ts";

const agent = fc.constantFrom(kim, lee);
const typed = fc.constantFrom("typein" as const, "typeout" as const);
const number = fc.integer({ min: 0, max: 3 });

/** One thing that may happen; what it comes to depends on the moment. */
const happening = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("say" as const), invitation: fc.option(number) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("client types" as const), state: typed }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("agent types" as const), agent, state: typed }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("accept" as const), agent: fc.constant(kim) }) },
  {
    weight: 8,
    arbitrary: fc.record({ kind: fc.constant("reply" as const), agent: fc.constantFrom(kim, kim, kim, lee) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("transfer" as const), agent, isAdministrator: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("leave" as const), agent }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("close channel" as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("resend" as const), number }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("close" as const), agent: fc.constantFrom(kim, lee, lee) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant("end" as const),
      isDelivered: fc.constantFrom(true, false, false, false),
    }),
  },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant("pass" as const), ms: fc.integer({ min: 0, max: 6_000 }) }) },
);
type Happening = typeof happening extends fc.Arbitrary<infer Value> ? Value : never;

const failure = { kind: "channel_closed", code: "channel_closed", message: "The channel is disabled." } as const;

function toEvent(what: Happening, count: number, play: ChatPlay): ChatEvent | null {
  const { nowMs } = play;
  switch (what.kind) {
    case "say": {
      if (play.chatState === "closed") return null;
      const invitation = { id: asMessageId(`invite-${count}`), text: `invitation ${what.invitation}` };
      return { ...received(count), nowMs, ...(what.invitation === null ? {} : { invitation }) };
    }
    case "client types":
      return { type: "typing.received", nowMs, state: what.state };
    case "agent types":
      return { type: "chat.typing-requested", nowMs, agent: what.agent, state: what.state };
    case "accept":
      return { type: "chat.accept-requested", nowMs, agent: what.agent, notice: botNotice(count) };
    case "reply": {
      const content = { type: "text", text: `answer ${count}`, media: null } as const;
      const message = { id: asMessageId(`out-${count}`), content };
      return { type: "chat.reply-requested", nowMs, agent: what.agent, message, deliveryId: delivery(count) };
    }
    case "transfer": {
      const to = { kind: "agent", id: kim.id, name: kim.name } as const;
      const messageId = asMessageId(`transfer-${count}`);
      const { agent, isAdministrator } = what;
      const bot = { notice: botNotice(count), acceptTimeoutMs: 4_000 };
      return { type: "chat.transfer-requested", nowMs, agent, isAdministrator, to, messageId, ...bot };
    }
    case "leave":
      return { type: "agent.left", nowMs, agentId: what.agent.id };
    case "close channel":
      return { type: "channel.closed", nowMs, failure, lineId: asMessageId(`line-${count}`) };
    case "resend": {
      const ended = play.deliveries().filter(({ state }) => state === "failed" || state === "delivered");
      const chosen = ended[what.number];
      return chosen === undefined ? null : { type: "delivery.resend-requested", nowMs, deliveryId: chosen.context.id };
    }
    case "close":
      return { type: "chat.close-requested", nowMs, agent: what.agent };
    default:
      return null;
  }
}

function happen(what: Happening, count: number, play: ChatPlay): void {
  if (what.kind === "pass") play.pass(what.ms);
  if (what.kind === "end") play.end(what.isDelivered);
  const event = toEvent(what, count, play);
  if (event === null) return;
  const before = JSON.stringify(play.chat);
  const effects = play.step(event);
  if (!effects.some(({ type }) => type === "effect.request.refuse")) return;
  assert(effects.length === 1 && JSON.stringify(play.chat) === before, `a refused ${what.kind} changed something`);
}

function assert(isSo: boolean, what: string): void {
  if (!isSo) throw new Error(what);
}

const ofType = <Type extends Effect["type"]>(play: ChatPlay, type: Type) =>
  play.effects
    .map(({ effect }) => effect)
    .filter((effect): effect is Extract<Effect, { type: Type }> => effect.type === type);

/** Source: CH-49: one typein, one typeout, in turn; nobody types in a chat that nobody has. */
function assertTyping(play: ChatPlay): void {
  const notices = ofType(play, "effect.typing.send");
  for (const [index, { state }] of notices.entries()) {
    assert(state === (index % 2 === 0 ? "typein" : "typeout"), `notice ${index + 1} is ${state}`);
  }
  const isOn = notices.at(-1)?.state === "typein";
  assert(isOn === (play.chat.typingAgent !== null), "what the customer system was told is not what the chat knows");
  assert(!isOn || play.chatState === "with_agent", `typing goes on in a chat that is ${play.chatState}`);
  const shown = ofType(play, "effect.typing.publish").at(-1)?.state === "typein";
  assert(shown === play.chat.isClientTyping, "what the desk shows is not what the chat knows");
}

/** Messages are numbered without gaps, and an invitation is stored once. */
function assertMessages(play: ChatPlay): void {
  const messages = ofType(play, "effect.message.store").map(({ message }) => message);
  assert(
    messages.every(({ seq }, index) => seq === index + 1),
    `numbers ${messages.map(({ seq }) => seq)}`,
  );
  const invitations = messages
    .filter(({ content }) => content.type === "invitation")
    .map(({ content }) => content.text);
  assert(new Set(invitations).size === invitations.length, `invitations ${invitations}`);
}

/** Source: DEL-18: one delivery at a time, those behind it wait; DEL-01: never more than three attempts. */
function assertLane(play: ChatPlay): void {
  const { active, waiting } = play.chat.lane;
  for (const { state, context } of play.deliveries()) {
    const { id, attempts, seriesOffset, cancellation } = context;
    const isActive = state === "attempting" || state === "backing_off";
    assert(isActive === (id === active), `delivery ${id} is ${state}, active is ${active}`);
    assert((state === "pending") === waiting.includes(id), `delivery ${id} is ${state}, waiting are ${waiting}`);
    assert(
      state !== "backing_off" || cancellation === null,
      `delivery ${id} waits to be attempted after it was cancelled`,
    );
    assert(attempts.length - seriesOffset <= 3, `delivery ${id} was attempted ${attempts.length} times`);
  }
}

/** Source: DEL-08: of what there was, only a running attempt is left. */
function assertClosed(play: ChatPlay): void {
  for (const { state } of play.deliveries()) {
    assert(state !== "pending" && state !== "backing_off", `${state} after the channel was closed`);
  }
}

t.test(
  "[CH-49, CH-48, CH-31, DEL-18, DEL-08] whatever happens in a chat, live or put away before every step",
  async (t) => {
    const property = fc.property(fc.array(happening, { minLength: 10, maxLength: 60, size: "max" }), (course) => {
      const plays = [new ChatPlay(false), new ChatPlay(true)] as const;
      for (const play of plays) {
        for (const [index, what] of course.entries()) {
          happen(what, index + 1, play);
          assertTyping(play);
          assertMessages(play);
          assertLane(play);
          if (what.kind === "close channel") assertClosed(play);
        }
      }
      const [live, putAway] = plays.map(({ effects }) => JSON.stringify(effects));
      assert(live === putAway, "a chat that was put away goes on differently");
    });
    fc.assert(property, { numRuns: 150 });
    t.pass("no counterexample");
  },
);
