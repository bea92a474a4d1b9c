import fc from "fast-check";
import t from "tap";
import type { ChatContext, ChatEvent, ChatInput, MessageReceived } from "../../../machines/chat/chat.types.ts";
import type { CrmAnswer } from "../../../machines/chat/client.types.ts";
import { asMessageId } from "../../../src/core/ids.ts";
import type { ActorEvent, Effect } from "../../../src/domain/effects.ts";
import { situation } from "./chat-bot-steps.ts";
import { assert, assertBot, assertLane, assertMessages, assertTyping } from "./chat-invariants.ts";
import { ChatPlay } from "./chat-play.ts";
import {
  accepted,
  answered,
  asks,
  assign,
  at,
  blacklist,
  botInput,
  calls,
  card,
  changed,
  contact,
  loses,
  offered,
  ofUrl,
  page,
  play,
  refused,
  reports,
  reportsOf,
  row,
  says,
  transferTo,
  unstaffed,
} from "./chat-report-steps.ts";
import { accept, botNotice, client, close, input, kim, lee, nothing, reply, reportRated, t0 } from "./chat-steps.ts";

t.test("[WH-14] chat_accepted: once per chat, for the first agent, also from the bot", async (t) => {
  t.strictSame(reports([says(1)]), []);
  t.strictSame(reports(accepted), ["chat_accepted by 1"]);
  t.strictSame(reports([...accepted, accept(kim), accept(lee)]), ["chat_accepted by 1"], "a repeat, and another's");
  t.strictSame(reports([...accepted, transferTo(lee), accept(lee)]), ["chat_accepted by 1"], "not after a transfer");
  t.strictSame(reports([...accepted, loses(kim), accept(lee)]), ["chat_accepted by 1"], "nor when an agent is gone");
  t.strictSame(reports([asks(1), accept(lee)], botInput), ["chat_accepted by 2"], "from the bot");
  t.strictSame(reports([asks(1), unstaffed, accept(lee)], botInput), ["chat_accepted by 2"], "from nobody");
  t.strictSame(reports([asks(1), offered, accept(lee)], botInput), ["chat_accepted by 2"], "as the bot asked for");
  t.strictSame(reports([says(1), blacklist(true), accept(kim)]), [], "no agent accepts a blocked chat");
});

t.test("[WH-16] chat_updated: the reported data of the visitor changed, from acceptance until the end", async (t) => {
  const updated = (...events: readonly ActorEvent[]) => reports([...accepted, ...events]).slice(1);
  const once = ["chat_updated by 1"];
  for (const change of [{ name: "Pat" }, { phone: "+15550100" }, { email: "pat@example.com" }]) {
    t.strictSame(updated(says(2, change)), once, `a sender's ${Object.keys(change)}`);
    t.strictSame(updated(says(2, change), says(3, change)), once, "the same once more is no change");
    t.strictSame(updated(contact(change)), once, `an agent's ${Object.keys(change)}`);
    t.strictSame(updated(changed({ contact: change })), once, `the page's ${Object.keys(change)}`);
    t.strictSame(updated(contact(change), changed({ contact: change }), says(2, change)), once, "from any source");
  }
  t.strictSame(updated(contact({ description: "VIP" })), once);
  t.strictSame(updated(contact({ name: null })), [], "nothing was known");
  t.strictSame(updated(says(2, { photo: "https://x.example/p.png", url: "https://x.example/" })), []);
  t.strictSame(updated(changed({ page, userToken: "t" })), [], "only a page or a token is no visitor information");
  t.strictSame(updated(changed({ page, contact: { name: "Pat" } })), once);
  t.strictSame(updated(calls("+15550100"), calls("+15550199")), once, "the number it calls from, where none was known");
  const invited: MessageReceived = {
    ...says(2, { name: "Pat" }),
    invitation: { id: asMessageId("invitation"), text: "May I help?" },
  };
  t.strictSame(updated(invited), once, "with an invitation");
  const typing: ActorEvent = { type: "typing.received", nowMs: t0 + 55, state: "typein" };
  t.strictSame(updated(typing, says(2, { name: "Pat" })), once, "after typing");
  t.strictSame(updated(transferTo(lee), says(2, { name: "Pat" })), once, "the last agent, while none is there");
  t.strictSame(updated(transferTo(lee), accept(lee), says(2, { name: "Pat" })), ["chat_updated by 2"]);
  t.strictSame(updated(close(kim), contact({ name: "Pat" }), changed({ contact: { name: "Pat" } })).length, 1);
  t.strictSame(
    reports([says(1, { name: "Pat" }), contact({ name: "Kit" }), changed({ contact: { name: "Lou" } })]),
    [],
  );
  t.strictSame(reports([asks(1), { ...asks(2), sender: { senderIdKind: "string", name: "Pat" } }], botInput), []);
  t.strictSame(
    reportsOf(play([...accepted, contact({ name: "Pat" })]).last).length,
    1,
    "in the same step as the change itself",
  );
});

t.test("[WH-15, WH-28] chat_assigned: the bind button of the answered link, once, for the chat's agent", async (t) => {
  const bound = [...accepted, answered(card)];
  const refusalOf = (...events: readonly ActorEvent[]) => {
    const { last } = play(events);
    t.strictSame(reportsOf(last), []);
    const [only] = last;
    return last.length === 1 && only?.type === "effect.request.refuse" ? only.message : `not refused: ${last.length}`;
  };
  t.strictSame(reports([...bound, assign()]).slice(1), ["chat_assigned to https://crm.example.com/cards/1 by 1"]);
  t.match(play([...bound, assign()]).context.visit.crm, { isAssigned: true });
  t.match(refusalOf(...accepted, assign()), /no CRM link/);
  t.match(refusalOf(...accepted, answered({ enableAssign: true }), assign()), /no CRM link/);
  t.match(refusalOf(...accepted, answered({ crmLink: card.crmLink }), assign()), /did not allow/);
  t.match(refusalOf(...bound, answered({ enableAssign: false }, "chat_updated"), assign()), /did not allow/);
  t.match(refusalOf(...bound, assign(lee)), /is with Kim/);
  t.match(refusalOf(...bound, assign(), assign()), /already/);
  t.match(refusalOf(...bound, transferTo(lee), assign()), /waiting/);
  t.match(refusalOf(...bound, close(kim), assign()), /closed/);
  t.strictSame(
    reports([...bound, transferTo(lee), accept(lee), assign(lee)]).at(-1),
    "chat_assigned to https://crm.example.com/cards/1 by 2",
    "the answered data stays after a transfer",
  );
  const other = answered({ crmLink: "https://crm.example.com/cards/2" }, "chat_updated");
  t.strictSame(reports([...bound, assign(), other, assign()]).slice(2), [
    "chat_assigned to https://crm.example.com/cards/2 by 1",
  ]);
  const same = answered(card, "chat_updated");
  t.match(refusalOf(...bound, assign(), same, assign()), /already/);
});

t.test("[WH-17] chat_finished: once, with any agent or none, and names all who joined, wrote or closed", async (t) => {
  const finished = (events: readonly ActorEvent[], given?: ChatInput) =>
    reports(events, given).filter((report) => report.startsWith("chat_finished"));
  t.strictSame(finished([...accepted, close(kim)]), ["chat_finished by 1"]);
  t.strictSame(finished([...accepted, close(kim), close(kim), close(lee)]), ["chat_finished by 1"], "once");
  t.strictSame(finished([...accepted, close(lee)]), [], "not another's");
  t.strictSame(finished([...accepted, reply(1), transferTo(lee), accept(lee), close(lee)]), [
    "chat_finished by 1 and 2",
  ]);
  t.strictSame(finished([...accepted, transferTo(lee), close(lee)]), ["chat_finished by 1 and 2"], "while it waits");
  t.strictSame(finished([says(1), close(lee)]), ["chat_finished by 2"], "no agent accepted");
  t.strictSame(finished([asks(1), close(lee)], botInput), ["chat_finished by 2"], "with the bot");
  t.strictSame(finished([asks(1), unstaffed, close(lee)], botInput), ["chat_finished by 2"], "unstaffed");
  t.strictSame(finished([asks(1), offered, close(lee)], botInput), ["chat_finished by 2"], "offered");
  t.strictSame(finished([says(1), blacklist(true), close(kim)]), ["chat_finished by 1"], "blocked");
  const { last } = play([...accepted, close(kim)]);
  t.equal(last.at(-1)?.type, "effect.report.make", "with the chat's state when it is closed");
});

t.test("[WH-24, WH-25] the first answer to chat_accepted is shown, and changes nothing else", async (t) => {
  const whole = { customData: [row], contact: { name: "Tomas", phone: "+44" }, ...card, page };
  const first = play([...accepted, answered(whole)]);
  t.match(first.context, {
    visit: { crm: { customData: [row], ...card, page, isAssigned: false } },
    client: { name: "Tomas", phone: "+44", email: null },
  });
  t.strictSame(
    first.last.map((effect) => (effect.type === "effect.client.store" ? effect.client.name : effect.type)),
    ["Tomas", "effect.chat.publish"],
    "the data is stored with the client and shown, and causes no event",
  );
  const later = play([...accepted, answered(whole), answered({ customData: [], contact: { name: "Other" } })]);
  t.strictSame(later.last, [], "a later answer is only logged");
  t.strictSame(later.context, first.context);
  t.strictSame(play([...accepted, close(kim), answered(whole)]).last, [], "nothing reaches a closed chat");
  t.strictSame(
    play([...accepted, answered(whole), transferTo(lee), accept(lee)]).context.visit.crm,
    first.context.visit.crm,
  );
  const updatedFirst = [answered({ crmLink: "https://crm.example.com/cards/2" }, "chat_updated"), answered(whole)];
  t.match(
    play([...accepted, ...updatedFirst]).context.visit.crm,
    card,
    "the first of chat_accepted counts at any time",
  );
});

t.test("[WH-26, WH-30] the visitor's next data replace those of the answer, as if both were entered", async (t) => {
  const both = [...accepted, answered({ contact: { name: "Tomas" } })];
  t.match(play([...both, says(2, { name: "Tom" })]).context.client, { name: "Tom" });
  t.strictSame(reports([...both, says(2, { name: "Tomas" })]).slice(1), [], "it is no change to say the same");
});

t.test("[WH-29] the page that the owner's server named is shown until the visitor opens another", async (t) => {
  const url = "https://shop.example.com/";
  const named = [says(1, { url }), accept(kim), answered({ page })];
  const pageAfter = (...events: readonly ActorEvent[]) => play([...named, ...events]).context.visit.crm?.page;
  t.strictSame(pageAfter(), page);
  t.strictSame(pageAfter(says(2, { url }), changed({ page: { url, title: "Home" } })), page, "where it is already");
  t.strictSame(pageAfter(says(2, { url: `${url}bikes` })), null);
  t.strictSame(pageAfter(changed({ page: { url: `${url}bikes`, title: null } })), null);
});

t.test("[WH-32] an answer to chat_updated replaces the fields that it names", async (t) => {
  const first = [...accepted, answered({ customData: [row], ...card, page })];
  const after = (answer: CrmAnswer) => play([...first, answered(answer, "chat_updated")]).context.visit.crm;
  t.strictSame(
    after({ customData: [] }),
    { ...play(first).context.visit.crm, customData: [], ...card, page },
    "an empty list removes the rows, and nothing else",
  );
  t.match(after({ customData: [{ ...row, title: "New" }] }), { customData: [{ title: "New" }], ...card });
  t.match(after({ enableAssign: false }), { customData: [row], enableAssign: false, crmLink: card.crmLink });
  t.match(play([...accepted, answered({ customData: [row] }, "chat_updated")]).context.visit.crm, {
    customData: [row],
  });
});

t.test("a refusal is a line for the agents, while the chat is open", async (t) => {
  const { last, context } = play([...accepted, refused]);
  t.match(last, [
    {
      type: "effect.message.store",
      message: {
        seq: 2,
        id: "W1/1",
        from: "system",
        content: { type: "event", text: "The owner's system refused chat_updated: Card 551 is locked" },
      },
    },
  ]);
  t.equal(context.lastSeq, 2);
  t.strictSame(play([...accepted, close(kim), refused]).last, []);
});

t.test("[WJ-46] the last rating counts, while the chat is open", async (t) => {
  const rated = (rate: "positive" | "negative"): ActorEvent => ({ type: "chat.rated", nowMs: t0 + 97, rate });
  const { context, last } = play([...accepted, rated("positive"), rated("negative")]);
  t.equal(context.visit.rate, "negative");
  t.strictSame(last, [{ type: "effect.chat.publish" }, reportRated(t0 + 97)]);
  t.strictSame(play([...accepted, blacklist(true), rated("negative")]).last, [
    { type: "effect.chat.publish" },
    nothing,
  ]);
  t.equal(play([...accepted, rated("positive"), close(kim)]).context.visit.rate, "positive");
  t.equal(play([...accepted]).context.visit.rate, null);
});

t.test("[WH-20] the blacklist blocks a chat without an agent, and does not change an agent's chat", async (t) => {
  const hasSent = (effects: readonly Effect[], type: string) =>
    effects.some(
      (effect) => effect.type === "effect.actor.tell" && effect.tells.some(({ event }) => event.type === type),
    );
  for (const [events, given] of [
    [[says(1)], input],
    [[asks(1)], botInput],
    [[asks(1), unstaffed], botInput],
    [[asks(1), offered], botInput],
  ] as const) {
    const { state, context, last } = play([...events, blacklist(true)], given);
    t.equal(state, "blocked");
    t.match(context, {
      offer: null,
      agent: null,
      client: { isBlacklisted: true },
      bot: given.bot === null ? null : "left",
    });
    t.equal(hasSent(last, "chat.closed"), given.bot !== null, "the bot conversation is notified of the close");
    t.equal(play([...events, blacklist(true), blacklist(false)], given).state, "waiting");
    t.notOk(
      hasSent(play([...events, blacklist(true), asks(2)], given).last, "client.wrote"),
      "the bot conversation is not notified again",
    );
  }
  const withAgent = play([...accepted, blacklist(true), says(2)]);
  t.equal(withAgent.state, "with_agent");
  t.equal(withAgent.context.unread, 0);
  t.match(withAgent.last.at(-1), { type: "effect.message.store", message: { isBlacklisted: true } });
  t.equal(play([...accepted, blacklist(true), loses(kim)]).state, "blocked", "its agent is gone");
  t.equal(play([...accepted, loses(kim)]).state, "waiting");
  t.match(play([...accepted, blacklist(true), transferTo(lee)]).last, [
    { type: "effect.request.refuse", message: /blacklist; "transfer"/ },
  ]);
  const again = play([...accepted, blacklist(true), blacklist(true)]);
  t.strictSame(again.last, [], "once more is no news");
  const next = play([asks(1)], { ...botInput, client: { ...client, isBlacklisted: true } });
  t.match([next.state, next.context.bot, next.context.unread], ["blocked", null, 0], "the next chat begins blocked");
  const typing: ActorEvent = { type: "typing.received", nowMs: t0 + 99, state: "typein" };
  t.strictSame(play([says(1), blacklist(true), typing]).last, [], "typing is shown to nobody");
  t.strictSame(play([...accepted, blacklist(true), typing]).last, []);
  t.match(
    play([says(1), typing, blacklist(true)]).last.map(({ type }) => type),
    ["effect.actor.tell", "effect.typing.publish", "effect.deadline.clear"],
    "and the shown typing is removed",
  );
});

const anyAgent = fc.constantFrom(kim, lee);
const value = fc.constantFrom("A", "B");
/** One event; its effect depends on the moment. */
const happening = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant("say" as const), name: fc.option(value) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("accept" as const), agent: anyAgent }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("reply" as const), agent: anyAgent }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("transfer" as const), agent: anyAgent }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("leave" as const), agent: anyAgent }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("contact" as const), phone: value, isOwn: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("blacklist" as const), isBlacklisted: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("answer" as const), name: value, isFirst: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("assign" as const), agent: anyAgent }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("refuse" as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("type" as const), state: fc.constantFrom("typein", "typeout") }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("close" as const), agent: anyAgent }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("pass" as const), ms: fc.integer({ min: 1, max: 6_000 }) }) },
);
type Happening = typeof happening extends fc.Arbitrary<infer Value> ? Value : never;

function toEvent(what: Exclude<Happening, { kind: "pass" }>, count: number, { nowMs, bot }: ChatPlay): ChatEvent {
  switch (what.kind) {
    case "say": {
      const name = what.name === null ? {} : { name: what.name };
      const said = says(count, name);
      return bot === null ? { ...said, nowMs } : { ...said, nowMs, bot: situation(count) };
    }
    case "accept":
      return { type: "chat.accept-requested", nowMs, agent: what.agent, notice: botNotice(count) };
    case "reply":
      return at(reply(count, what.agent), nowMs);
    case "transfer": {
      const messageId = asMessageId(`transfer-${count}`);
      return { ...at(transferTo(what.agent), nowMs), messageId, notice: botNotice(count) } as ChatEvent;
    }
    case "leave":
      return { type: "agent.left", nowMs, agentId: what.agent.id };
    case "contact":
      return at(what.isOwn ? contact({ phone: what.phone }) : changed({ contact: { phone: what.phone } }), nowMs);
    case "blacklist":
      return at(blacklist(what.isBlacklisted, nowMs), nowMs);
    case "answer":
      return at(
        answered({ ...card, contact: { name: what.name } }, what.isFirst ? "chat_accepted" : "chat_updated"),
        nowMs,
      );
    case "assign":
      return at(assign(what.agent), nowMs);
    case "refuse":
      return at(refused, nowMs);
    case "type":
      return { type: "typing.received", nowMs, state: what.state === "typein" ? "typein" : "typeout" };
    case "close":
      return at(close(what.agent), nowMs);
  }
}

const sent = ({ name, email, phone, description }: ChatContext["client"]) => `${name} ${email} ${phone} ${description}`;
const fromVisitor = new Set(["message.received", "chat.contact-change-requested", "visitor.changed"]);

/** One step, with its possible and its required effects. */
function step(event: ChatEvent, playing: ChatPlay): void {
  const before = playing.chat;
  const stateBefore = playing.chatState;
  const effects = playing.step(event);
  const after = playing.chat;
  const made = reportsOf(effects);
  const isUpdate =
    fromVisitor.has(event.type) && before.agentIds.length > 0 && sent(before.client) !== sent(after.client);
  assert(made.some((report) => report.event === "chat_updated") === isUpdate, `${event.type} ${isUpdate} update`);
  const isHeldBack = after.client.isBlacklisted && after.agent === null && playing.chatState !== "closed";
  assert((playing.chatState === "blocked") === isHeldBack, `${playing.chatState} with ${JSON.stringify(after.client)}`);
  if (playing.chatState === "blocked") assert(after.offer === null && after.bot !== "connected", "still offered");
  if (stateBefore !== "blocked") return;
  const toBot = effects.some(
    (effect) => effect.type === "effect.actor.tell" && effect.tells.some(({ to }) => to.startsWith("bot/")),
  );
  assert(!toBot, `the bot got ${event.type}`);
  assert(event.type !== "message.received" || after.unread === before.unread, "counted as unread");
}

/** Source: WH-14, WH-15, WH-17. */
function assertReports(playing: ChatPlay): void {
  const made = ofUrl(playing.emitted("effect.report.make").map(({ report }) => report));
  const names = made.map(({ event }) => event);
  const count = (name: string): number => names.filter((one) => one === name).length;
  assert(count("chat_accepted") <= 1 && count("chat_finished") <= 1, `${names}`);
  assert(names.length === 0 || names[0] === "chat_accepted" || `${names}` === "chat_finished", `${names}`);
  assert(count("chat_finished") === 0 || names.at(-1) === "chat_finished", `${names}`);
  assert((count("chat_finished") === 1) === (playing.chatState === "closed"), `${names} in ${playing.chatState}`);
  const agents = made.flatMap((report) => (report.event === "chat_finished" ? [report.agentIds.length] : []));
  assert(!agents.includes(0), "finished by nobody");
}

t.test("after any events in a chat, its reports are in order", async (t) => {
  const course = (hasBot: boolean, isPutAway: boolean, whats: readonly Happening[]): string => {
    const playing = new ChatPlay(isPutAway, hasBot ? "connected" : null);
    const first = says(1);
    playing.step(hasBot ? { ...first, bot: situation(1) } : first);
    for (const [index, what] of whats.entries()) {
      if (what.kind === "pass") playing.pass(what.ms);
      // A closed chat gets no message, because the client's next message opens another chat.
      else if (what.kind !== "say" || playing.chatState !== "closed") step(toEvent(what, index + 2, playing), playing);
      assertReports(playing);
      assertTyping(playing);
      assertMessages(playing);
      assertLane(playing);
      assertBot(playing);
    }
    return JSON.stringify(playing.effects);
  };
  const property = fc.property(
    fc.boolean(),
    fc.array(happening, { minLength: 10, maxLength: 50, size: "max" }),
    (hasBot, whats) => {
      const [live, putAway] = [false, true].map((isPutAway) => course(hasBot, isPutAway, whats));
      assert(live === putAway, "a chat that was evicted continues differently");
    },
  );
  t.doesNotThrow(() => fc.assert(property, { numRuns: 50 }));
});
