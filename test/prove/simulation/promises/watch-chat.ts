import type { ChatContext } from "../../../../machines/chat/chat.types.ts";
import type { DeliveryId, MessageId } from "../../../../machines/ids.ts";
import type { Effect } from "../../../../src/domain/effects.ts";
import { readBotTells } from "../bot-table/bot-tells.ts";
import { acceptTimeoutMs } from "../world/events.ts";
import type { Stepped } from "../world/world.ts";
import { assertRule } from "./violation.ts";
import type { WatchDeliveries } from "./watch-deliveries.ts";
import { toleranceMs } from "./watch-deliveries.ts";

/** For each state of a chat, the allowed states of its bot conversation. `null` is a chat that never had a bot. */
const agreeing: Readonly<Record<string, readonly (string | null)[]>> = {
  with_bot: ["with_bot"],
  waiting: ["offering", "ended", "with_agent", null],
  unstaffed: ["unstaffed"],
  with_agent: ["with_agent", "ended", null],
  /** The bot was notified that the chat is closed. */
  blocked: ["closed", "ended", "with_agent", null],
  closed: ["closed", "ended", "with_agent", null],
};
const connected: readonly (string | null)[] = ["with_bot", "offering", "unstaffed"];
const silent: readonly (string | null)[] = ["with_agent", "ended", "closed"];

/** Watches one chat and its bot conversation. Both must agree, and no client may be left without an outcome. */
export class WatchChat {
  /** Messages that have to be stored. */
  readonly owed: MessageId[] = [];
  /** `null` while the chat has no bot. */
  botState: string | null = null;
  #chat: { readonly state: string; readonly context: ChatContext } | null = null;
  /** The delivery of the client's last message to the bot. */
  #lastDeliveryId: DeliveryId | null = null;
  /** The chat's client was on the blacklist. For the bot the chat stays closed. */
  #wasBlocked = false;
  #invitations = 0;
  readonly #sent = { CLIENT_MESSAGE: 0, AGENT_JOINED: 0, AGENT_UNAVAILABLE: 0 };
  #offeredAtMs = 0;
  readonly #deliveries: WatchDeliveries;

  constructor(deliveries: WatchDeliveries) {
    this.#deliveries = deliveries;
  }

  chatStepped({ event, before, after, context, effects }: Stepped): void {
    if (before === "blocked") this.#assertKeptBack(after, context as ChatContext, effects);
    if (after === "blocked") this.#wasBlocked = true;
    this.#chat = { state: after, context: context as ChatContext };
    if (event.type !== "bot.replied") return;
    const isSilent = silent.includes(this.botState);
    for (const effect of effects) {
      if (effect.type !== "effect.message.store" || effect.message.from !== "bot") continue;
      const isHidden = effect.message.isHidden === true;
      const where = `a message of the bot in ${this.botState} is ${isHidden ? "hidden" : "shown"}`;
      assertRule("BOT-34", isHidden === isSilent, where);
    }
    const isSent = effects.some((effect) => effect.type === "effect.actor.tell" && effect.tells.length > 0);
    assertRule("BOT-34", !(isSent && isSilent), `a message of the bot in ${this.botState} is sent to the client`);
  }

  /** Checks that messages of a client on the blacklist reach neither an agent nor a bot. Source: WH-20. */
  #assertKeptBack(after: string, { unread }: ChatContext, effects: readonly Effect[]): void {
    assertRule("WH-20", after !== "with_agent", "an agent has taken a chat that is offered to nobody");
    const isUnread = unread > (this.#chat?.context.unread ?? 0);
    assertRule("WH-20", !isUnread, `${unread} messages of a client on the blacklist wait to be read`);
    for (const effect of effects) {
      if (effect.type !== "effect.actor.tell") continue;
      const isBotTold = effect.tells.some(({ event }) => event.type === "client.wrote");
      assertRule("WH-20", !isBotTold, "the bot is told what a client on the blacklist writes");
    }
  }

  botStepped({ event, before, after, effects }: Stepped, nowMs: number): void {
    const isOpen = before === null || before === "with_bot" || before === "unstaffed";
    const { queued, opened, toldChat } = readBotTells(effects);
    if (event.type === "client.wrote" && queued.includes("CLIENT_MESSAGE")) {
      assertRule("BOT-47, BOT-49", isOpen, `CLIENT_MESSAGE in ${before}`);
      const { deliveryId } = event.notice;
      const isAlone = this.#deliveries.isIdle("bot", event.chatId);
      assertRule(
        "BOT-16",
        !isAlone || opened.includes(deliveryId),
        "a message alone in its lane is not attempted at once",
      );
      this.#lastDeliveryId = deliveryId;
    }
    const isInvitation = event.type === "bot.invitation-posted" || event.type === "chat.transferred";
    if (isOpen && (isInvitation || (event.type === "client.wrote" && event.wantsAgent))) this.#invitations += 1;
    this.#countEvents(queued);
    if (event.type === "bot.message-posted" && toldChat.length > 0) this.owed.push(event.message.id);
    if (after === "offering" && before !== "offering") this.#offeredAtMs = nowMs;
    if (after === "unstaffed" && before === "offering") {
      const offeredMs = nowMs - this.#offeredAtMs;
      assertRule("BOT-45, BOT-48", offeredMs >= acceptTimeoutMs, `the offer is over after ${offeredMs} ms`);
    }
    this.botState = after;
  }

  #countEvents(queued: readonly string[]): void {
    for (const event of queued) {
      if (event === "CLIENT_MESSAGE" || event === "AGENT_JOINED" || event === "AGENT_UNAVAILABLE")
        this.#sent[event] += 1;
      assertRule("BOT-02", this.#sent.CLIENT_MESSAGE > 0, `${event} of a chat the bot never heard of`);
    }
    const { AGENT_JOINED: joined, AGENT_UNAVAILABLE: unavailable } = this.#sent;
    assertRule("BOT-44", joined <= 1, `AGENT_JOINED ${joined} times`);
    const isOnceEach = unavailable <= this.#invitations;
    assertRule("BOT-45", isOnceEach, `AGENT_UNAVAILABLE ${unavailable} times after ${this.#invitations} invitations`);
  }

  /** Called after every commit, and whenever time has passed. */
  settled(nowMs: number, restartedAtMs: number): void {
    if (this.#chat === null) return;
    const { state, context } = this.#chat;
    const bot = this.botState;
    assertRule(
      "agreement",
      agreeing[state]?.includes(bot) === true || (this.#wasBlocked && bot === "closed"),
      `the chat is ${state}, its bot conversation ${bot}`,
    );
    const isConnected = context.bot === "connected";
    assertRule("agreement", isConnected === connected.includes(bot), `the chat's bot is ${context.bot}, it is ${bot}`);
    if (bot === "offering") {
      const overAtMs = Math.max(this.#offeredAtMs + acceptTimeoutMs, restartedAtMs) + toleranceMs;
      assertRule("BOT-45", nowMs <= overAtMs, `the offer runs for ${nowMs - this.#offeredAtMs} ms`);
    }
    if (bot === "with_bot" || bot === "unstaffed") this.#assertNoLimbo(nowMs);
  }

  #assertNoLimbo(nowMs: number): void {
    const id = this.#lastDeliveryId;
    if (id === null) return;
    const state = this.#deliveries.state(id);
    const firstAtMs = this.#deliveries.firstAttemptAtMs(id);
    const rule = "BOT-17, BOT-18, BOT-22";
    assertRule(rule, state !== "failed", `${id} has failed and the chat stays with the bot`);
    if (state === "delivered" || firstAtMs === undefined) return;
    const overAtMs = this.#deliveries.seriesEndsAtMs(firstAtMs);
    assertRule(rule, nowMs <= overAtMs, `${id} is ${state} for ${nowMs - firstAtMs} ms`);
  }

  /** Called when nothing is due any more. Checks that nobody waits for an outcome that never comes. */
  atRest(): void {
    assertRule("BOT-45", this.botState !== "offering", "nothing is due any more, and the offer runs");
    if (this.botState !== "with_bot" || this.#lastDeliveryId === null) return;
    const taken = this.#deliveries.state(this.#lastDeliveryId);
    assertRule("BOT-22", taken === "delivered", `the client waits for a bot that was not told: ${taken}`);
  }
}
