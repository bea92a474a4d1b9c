import type { BotNotice } from "../../../../machines/bot-conversation/bot-event.types.ts";
import type { AgentSignature, BotSituation, ClickRequested } from "../../../../machines/chat/chat.types.ts";
import type { BotContent, OutwardContent } from "../../../../machines/chat/message.types.ts";
import type { DeliveryId, MessageId } from "../../../../machines/ids.ts";
import { asAgentId, asDeliveryId, asMessageId } from "../../../../src/core/ids.ts";
import type { ActorEvent } from "../../../../src/domain/effects.ts";
import type { BotPosts, What, Who } from "../walk/walk.types.ts";

/** Source: BOT-45. */
export const acceptTimeoutMs = 60_000;

/** Shorter than the longest pauses of a walk, so that the window ends in some walks. */
const reopenWindowMs = 30_000;

export const agents: Readonly<Record<Who, AgentSignature>> = {
  kim: { id: asAgentId(1), name: "Kim", photo: null },
  lee: { id: asAgentId(2), name: "Lee", photo: null },
};
const botSignature: AgentSignature = { id: asAgentId(0), name: "Helper", photo: null };

const plain = <Type extends "text">(type: Type, text: string) => ({ type, text, media: null }) as const;

/** The situation without the ids, which `Events` makes. */
export type Situation = Omit<BotSituation, "notice" | "offerNotice">;

/** Makes the events for the machines. The ids follow the order of creation. */
export class Events {
  #made = 0;

  message(nowMs: number, bot: Situation | null): Extract<ActorEvent, { type: "message.received" }> {
    const id = this.#messageId("in");
    return {
      type: "message.received",
      nowMs,
      // Integrations change the type between releases. Source: CH-25.
      sender: { senderIdKind: this.#made % 2 === 0 ? "string" : "integer" },
      message: { id, externalId: null, content: plain("text", `${id}`) },
      ...(bot !== null && { bot: this.#named(bot) }),
    };
  }

  click(nowMs: number, messageSeq: number, index: number, bot: Situation | null): ClickRequested {
    return {
      type: "button.click-requested",
      nowMs,
      messageId: this.#messageId("click"),
      externalId: `r${messageSeq}`,
      messageSeq,
      index,
      ...(bot !== null && { bot: this.#named(bot) }),
    };
  }

  #named(bot: Situation): BotSituation {
    return { ...bot, notice: this.notice(), offerNotice: bot.wantsAgent ? this.notice() : null };
  }

  posted(nowMs: number, what: BotPosts, agentsOnline: boolean): ActorEvent {
    const posted = what.id === null ? null : { id: `p${what.id}`, fingerprint: fingerprintOf(what) };
    if (what.kind === "bot invites") {
      return { type: "bot.invitation-posted", nowMs, posted, agentsOnline, acceptTimeoutMs, notice: this.notice() };
    }
    const id = this.#messageId("said");
    const { content, outward } = contents[what.shape];
    return {
      type: "bot.message-posted",
      nowMs,
      posted,
      message: { id, content },
      outward,
      sender: botSignature,
      deliveryId: this.#deliveryId("C"),
      lineId: this.#messageId("line"),
    };
  }

  reply(nowMs: number, agent: AgentSignature): Extract<ActorEvent, { type: "chat.reply-requested" }> {
    const id = this.#messageId("out");
    const message = { id, content: plain("text", id) };
    return { type: "chat.reply-requested", nowMs, agent, message, deliveryId: this.#deliveryId("C") };
  }

  /** Returns the event for an agent's action other than a reply. */
  step(nowMs: number, { kind, who, ...rest }: Extract<What, { readonly who: Who }>): ActorEvent | null {
    const agent = agents[who];
    switch (kind) {
      case "accept":
        return { type: "chat.accept-requested", nowMs, agent, notice: this.notice() };
      case "close":
        return { type: "chat.close-requested", nowMs, agent };
      case "reopen": {
        const ids = { notice: this.notice(), messageId: this.#messageId("line") };
        return { type: "chat.reopen-requested", nowMs, agent, ...ids, windowMs: reopenWindowMs, isChannelOpen: true };
      }
      case "agent leaves":
        return { type: "agent.left", nowMs, agentId: agent.id };
      case "blacklist": {
        const isBlacklisted = "isBlacklisted" in rest && rest.isBlacklisted;
        return { type: "chat.blacklist-requested", nowMs, agent, isBlacklisted, messageId: this.#messageId("line") };
      }
      case "transfer": {
        const isAdministrator = "isAdministrator" in rest && rest.isAdministrator;
        const to = { kind: "agent", id: agents.lee.id, name: agents.lee.name } as const;
        const messageId = this.#messageId("line");
        const notice = this.notice();
        return {
          type: "chat.transfer-requested",
          nowMs,
          agent,
          isAdministrator,
          to,
          messageId,
          notice,
          acceptTimeoutMs,
        };
      }
      default:
        return null;
    }
  }

  notice(): BotNotice {
    const deliveryId = this.#deliveryId("B");
    return { eventId: asMessageId(`event-${deliveryId}`), deliveryId, lineId: this.#messageId("line") };
  }

  lineId(): MessageId {
    return this.#messageId("line");
  }

  #messageId(prefix: string): MessageId {
    this.#made += 1;
    return asMessageId(`${prefix}-${this.#made}`);
  }

  #deliveryId(prefix: string): DeliveryId {
    this.#made += 1;
    return asDeliveryId(`${prefix}${this.#made}`);
  }
}

/** Returns the fingerprint of a body. Equal bodies have equal fingerprints. */
const fingerprintOf = (what: BotPosts): string => (what.kind === "bot writes" ? what.shape : what.kind);

const contents: Readonly<
  Record<
    Extract<BotPosts, { kind: "bot writes" }>["shape"],
    { readonly content: BotContent; readonly outward: OutwardContent | null }
  >
> = {
  text: { content: plain("text", "Good morning."), outward: plain("text", "Good morning.") },
  buttons: {
    content: {
      type: "buttons",
      text: "Which?",
      media: null,
      buttons: [
        { text: "One", id: "1" },
        { text: "Two", id: null },
      ],
      fallback: "One or two?",
    },
    outward: plain("text", "One or two?"),
  },
  "no fallback": { content: { type: "markdown", text: "**Which?**", media: null }, outward: null },
};
