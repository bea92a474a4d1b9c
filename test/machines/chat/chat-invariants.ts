import type { ChatPlay } from "./chat-play.ts";

export function assert(isSo: boolean, what: string): void {
  if (!isSo) throw new Error(what);
}

/** Typein and typeout alternate, and no one types in a chat without an agent. Source: CH-49. */
export function assertTyping(play: ChatPlay): void {
  const notices = play.emitted("effect.typing.send");
  for (const [index, { state }] of notices.entries()) {
    assert(state === (index % 2 === 0 ? "typein" : "typeout"), `notice ${index + 1} is ${state}`);
  }
  const isOn = notices.at(-1)?.state === "typein";
  assert(isOn === (play.chat.typingAgent !== null), "the notices to the customer system differ from the chat's state");
  assert(!isOn || play.chatState === "with_agent", `typing goes on in a chat that is ${play.chatState}`);
  const shown = play.emitted("effect.typing.publish").at(-1)?.state === "typein";
  assert(shown === play.chat.isClientTyping, "the desk shows another state than the chat's");
}

/** Messages are numbered without gaps, and an invitation is stored once. */
export function assertMessages(play: ChatPlay): void {
  const messages = play.emitted("effect.message.store").map(({ message }) => message);
  assert(
    messages.every(({ seq }, index) => seq === index + 1),
    `numbers ${messages.map(({ seq }) => seq)}`,
  );
  const invitations = messages
    .filter(({ content }) => content.type === "invitation")
    .map(({ content }) => content.text);
  assert(new Set(invitations).size === invitations.length, `invitations ${invitations}`);
}

/** The seq of the last exchanged message, whether there is a note and, without a bot, since when the client waits. */
export function assertWaiting(play: ChatPlay, hasBot: boolean): void {
  const messages = play.emitted("effect.message.store").map(({ message }) => message);
  const { linesBehind, waitingSinceMs, hasNote } = play.chat.visit;
  const said = messages.filter(
    ({ content, isHidden }) => !["invitation", "note", "event"].includes(content.type) && isHidden !== true,
  );
  const lastSaid = said.at(-1)?.seq ?? 0;
  assert(play.chat.lastSeq - linesBehind === lastSaid, `${linesBehind} lines after message ${lastSaid}`);
  const isNoted = messages.some(({ content }) => content.type === "note");
  assert(hasNote === (isNoted || undefined), `${hasNote} instead of ${isNoted} for a note`);
  if (hasBot) return;
  const answered = said.findLastIndex(({ from }) => from === "agent");
  const first = said.slice(answered + 1)[0]?.atMs ?? null;
  assert(waitingSinceMs === first, `waits since ${waitingSinceMs}, the first unanswered message is of ${first}`);
}

/** One delivery runs at a time, and later ones wait. Each has at most three attempts. Source: DEL-18, DEL-01. */
export function assertLane(play: ChatPlay): void {
  const { active, waiting } = play.chat.lane;
  for (const { state, context } of play.deliveriesOf("message")) {
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

/** Only a running attempt is left. Source: DEL-08. */
export function assertClosed(play: ChatPlay): void {
  for (const { state } of play.deliveriesOf("message")) {
    assert(state !== "pending" && state !== "backing_off", `${state} after the channel was closed`);
  }
}

/** The bot conversation's decisions and the chat's knowledge of them agree. */
export function assertBot(play: ChatPlay): void {
  const { bot, chat, chatState } = play;
  const isMet = chat.bot !== null && chat.bot !== "awaited";
  assert((bot !== null) === isMet, "a chat of a bot has a bot conversation, no other has");
  if (bot === null) return;
  const present: Readonly<Record<string, string>> = {
    with_bot: "with_bot",
    offering: "waiting",
    unstaffed: "unstaffed",
  };
  const shown = present[bot.state];
  assert((shown !== undefined) === (chat.bot === "connected"), `chat ${chat.bot}, bot ${bot.state}`);
  assert(shown === undefined || shown === chatState, `chat ${chatState}, bot ${bot.state}`);
  assert(shown !== undefined || !["with_bot", "unstaffed"].includes(chatState), `chat ${chatState}, bot ${bot.state}`);
  assert(play.hasDeadline("offer-ends") === (bot.state === "offering"), `the deadline of an offer in ${bot.state}`);
}

/** One event at a time, in order, three attempts, nothing after the bot has left. Source: BOT-16, BOT-18, BOT-22, BOT-44. */
export function assertBotLane(play: ChatPlay): void {
  const { bot } = play;
  if (bot === null) return;
  const { active, waiting } = bot.context.lane;
  const deliveries = play.deliveriesOf("bot_event");
  for (const { state, context } of deliveries) {
    const { id, attempts } = context;
    assert(attempts.length <= 3, `event ${id} was attempted ${attempts.length} times`);
    const isLast = context.cancellation !== null || bot.state === "ended";
    assert(state === "pending" || state !== "backing_off" || !isLast, `event ${id} is ${state} after the bot left`);
    const isWaiting = waiting.some(({ deliveryId }) => deliveryId === id);
    assert((state === "pending") === isWaiting, `event ${id} is ${state}, waiting are ${waiting.length}`);
    const isActive = state === "attempting" || state === "backing_off";
    assert(
      isLast || isActive === (active?.deliveryId === id),
      `event ${id} is ${state}, active is ${active?.deliveryId}`,
    );
  }
  const firsts = play
    .emitted("effect.attempt.start")
    .filter(({ cargo, attempt }) => cargo.kind === "bot_event" && attempt === 1);
  const asked = deliveries.filter(({ context }) => context.attempts.length > 0).map(({ context }) => context.id);
  assert(`${firsts.map(({ deliveryId }) => deliveryId)}` === `${asked}`, "events went out in another order");
  const joined = deliveries.filter(
    ({ context }) => context.cargo.kind === "bot_event" && context.cargo.event.event === "AGENT_JOINED",
  );
  assert(joined.length <= 1, `${joined.length} AGENT_JOINED`);
}

/**
 * Every message that the desk shows as sent to the bot was sent, and no message of the bot is shown after it has left. Source:
 * BOT-34, BOT-49.
 */
export function assertBotMessages(play: ChatPlay): void {
  const messages = play.emitted("effect.message.store").map(({ message }) => message);
  const events = new Map(play.deliveriesOf("bot_event").map(({ context }) => [context.id, context]));
  for (const { seq, from, botDeliveryId, isHidden, deliveryId } of messages) {
    assert(isHidden !== true || (from === "bot" && deliveryId === null), `message ${seq} is hidden`);
    if (botDeliveryId === undefined) continue;
    const context = events.get(botDeliveryId);
    assert(context !== undefined, `message ${seq} names an event that does not exist`);
    assert(
      from !== "client" || context?.messageSeq === seq,
      `message ${seq} names the event of ${context?.messageSeq}`,
    );
  }
  const sentEvents = messages.filter(({ from, botDeliveryId }) => from === "client" && botDeliveryId !== undefined);
  const sent = [...events.values()].filter(
    ({ cargo }) => cargo.kind === "bot_event" && cargo.event.event === "CLIENT_MESSAGE",
  );
  assert(sentEvents.length === sent.length, `${sentEvents.length} messages for the bot, ${sent.length} events`);
  const left = messages.findIndex(
    ({ content }) => content.type === "event" && /took the chat; the bot|^The bot /.test(content.text),
  );
  if (left < 0) return;
  const late = messages.slice(left);
  assert(!late.some(({ from, isHidden }) => from === "bot" && isHidden !== true), "the bot spoke after it had left");
  assert(
    !late.some(({ from, botDeliveryId }) => from === "client" && botDeliveryId !== undefined),
    "the bot got a further event",
  );
}
