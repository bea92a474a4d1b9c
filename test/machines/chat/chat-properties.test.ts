import fc from "fast-check";
import t from "tap";
import type { BotConversationEvent } from "../../../machines/bot-conversation/bot-conversation.types.ts";
import type { ChatEvent } from "../../../machines/chat/chat.types.ts";
import type { CallSummary } from "../../../machines/tells.ts";
import { asMessageId } from "../../../src/core/ids.ts";
import { invites, says } from "../bot-conversation/bot-steps.ts";
import { buttonsContent, no, situation, yes } from "./chat-bot-steps.ts";
import {
  assert,
  assertBot,
  assertBotLane,
  assertBotMessages,
  assertClosed,
  assertLane,
  assertMessages,
  assertTyping,
  assertWaiting,
} from "./chat-invariants.ts";
import { ChatPlay } from "./chat-play.ts";
import { calls } from "./chat-report-steps.ts";
import { botNotice, delivery, kim, lee, received } from "./chat-steps.ts";

const agent = fc.constantFrom(kim, lee);
const typed = fc.constantFrom("typein" as const, "typeout" as const);
const number = fc.integer({ min: 0, max: 3 });
/** The part of the bot's message that the channel can show: all of it or nothing. */
const outward = fc.constantFrom("text" as const, "buttons" as const, null);

/** One event; its effect depends on the moment. */
const happening = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("say" as const),
      invitation: fc.option(number),
      agentsOnline: fc.boolean(),
      wantsAgent: fc.constantFrom(false, false, false, false, true),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("click" as const), index: number }) },
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
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("reopen" as const), agent: fc.constantFrom(kim, kim, lee) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant("end" as const),
      isDelivered: fc.constantFrom(true, false, false, false),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("call ends" as const) }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant("bot says" as const), outward, posted: number }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("bot invites" as const), agentsOnline: fc.boolean() }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("end of event" as const),
      isDelivered: fc.constantFrom(true, true, true, false, false),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("disconnect" as const), isOff: fc.constantFrom(false, false, true) }),
  },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant("pass" as const), ms: fc.integer({ min: 0, max: 6_000 }) }) },
);
type Happening = typeof happening extends fc.Arbitrary<infer Value> ? Value : never;

const failure = { kind: "channel_closed", code: "channel_closed", message: "The channel is disabled." } as const;

const callEnded = (call: CallSummary, nowMs: number): ChatEvent => ({
  type: "call.changed",
  nowMs,
  call: { ...call, status: "end" },
  lineId: asMessageId(`call-ended-${nowMs}`),
});

function toEvent(what: Happening, count: number, play: ChatPlay): ChatEvent | null {
  const { nowMs } = play;
  switch (what.kind) {
    case "say": {
      if (play.chatState === "closed") return null;
      const invitation = { id: asMessageId(`invite-${count}`), text: `invitation ${what.invitation}` };
      const { agentsOnline, wantsAgent } = what;
      const bot = situation(count, { agentsOnline, wantsAgent, acceptTimeoutMs: 4_000 });
      const hasBot = play.chat.bot !== null || play.chat.visit.call !== null;
      return { ...received(count), nowMs, ...(what.invitation === null ? {} : { invitation }), ...(hasBot && { bot }) };
    }
    case "click": {
      const bot = situation(count, { acceptTimeoutMs: 4_000 });
      const messageSeq = play.chat.buttons?.messageSeq ?? 1;
      const messageId = asMessageId(`click-${count}`);
      return { type: "button.click-requested", nowMs, messageId, externalId: "r1", messageSeq, index: what.index, bot };
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
    case "call ends":
      return play.chat.visit.call === null ? null : callEnded(play.chat.visit.call, nowMs);
    case "leave":
      return { type: "agent.left", nowMs, agentId: what.agent.id };
    case "close channel":
      return { type: "channel.closed", nowMs, failure, lineId: asMessageId(`line-${count}`) };
    case "resend": {
      const ended = play.deliveriesOf("message").filter(({ state }) => state === "failed" || state === "delivered");
      const chosen = ended[what.number];
      return chosen === undefined ? null : { type: "delivery.resend-requested", nowMs, deliveryId: chosen.context.id };
    }
    case "close":
      return { type: "chat.close-requested", nowMs, agent: what.agent };
    case "reopen": {
      const facts = { notice: botNotice(count), messageId: asMessageId(`reopened-${count}`), isChannelOpen: true };
      return { type: "chat.reopen-requested", nowMs, agent: what.agent, windowMs: 20_000, ...facts };
    }
    default:
      return null;
  }
}

/** Events from the provider, or about it. */
function toBotEvent(what: Happening, count: number, { nowMs }: ChatPlay): BotConversationEvent | null {
  switch (what.kind) {
    case "bot says": {
      const said = says(count);
      const posted = { id: `evt-${what.posted}`, fingerprint: "body" };
      const message =
        what.outward === "buttons" ? { ...said.message, content: buttonsContent([yes, no]) } : said.message;
      return { ...said, nowMs, posted, message, outward: what.outward === null ? null : said.outward };
    }
    case "bot invites":
      return invites(what.agentsOnline, { nowMs, notice: botNotice(count), acceptTimeoutMs: 4_000 });
    case "disconnect":
      return what.isOff
        ? { type: "bot.disconnected", nowMs, reason: "The bot is off.", lineId: asMessageId(`off-${count}`) }
        : null;
    default:
      return null;
  }
}

function happen(what: Happening, count: number, play: ChatPlay): void {
  if (what.kind === "pass") play.pass(what.ms);
  if (what.kind === "end") play.end("message", what.isDelivered);
  if (what.kind === "end of event") play.end("bot_event", what.isDelivered);
  const botEvent = toBotEvent(what, count, play);
  if (botEvent !== null) play.stepBot(botEvent);
  const event = toEvent(what, count, play);
  if (event === null) return;
  const before = JSON.stringify(play.chat);
  const effects = play.step(event);
  if (!effects.some(({ type }) => type === "effect.request.refuse")) return;
  assert(effects.length === 1 && JSON.stringify(play.chat) === before, `a refused ${what.kind} changed something`);
}

/** Chats that begin with and without the wish for an agent. */
const beginning = fc.record({
  kind: fc.constant("say" as const),
  invitation: fc.constantFrom(null, 1),
  agentsOnline: fc.boolean(),
  wantsAgent: fc.constantFrom(false, false, true),
});

function playCourse(course: readonly Happening[], play: ChatPlay, hasBot: boolean): string {
  if (play.chat.bot === "awaited") play.step({ ...calls("+442079460181"), callType: "incoming" } as ChatEvent);
  for (const [index, what] of course.entries()) {
    happen(what, index + 1, play);
    assertTyping(play);
    assertMessages(play);
    assertWaiting(play, hasBot);
    assertLane(play);
    assertBot(play);
    if (play.bot !== null) assertBotLane(play);
    if (play.bot !== null) assertBotMessages(play);
    if (what.kind === "close channel") assertClosed(play);
  }
  return JSON.stringify(play.effects);
}

for (const bot of [null, "connected", "awaited"] as const) {
  t.test(`any events in a chat, live or evicted before every step; bot: ${bot}`, async (t) => {
    const property = fc.property(
      beginning,
      fc.array(happening, { minLength: 10, maxLength: 60, size: "max" }),
      (first, more) => {
        const [live, putAway] = [false, true].map((isPutAway) =>
          playCourse([first, ...more], new ChatPlay(isPutAway, bot), bot !== null),
        );
        assert(live === putAway, "a chat that was evicted continues differently");
      },
    );
    fc.assert(property, { numRuns: 25 });
    t.pass("no counterexample");
  });
}
