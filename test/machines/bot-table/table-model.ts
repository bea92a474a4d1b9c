import type { BotConversationEvent, PostedId } from "../../../machines/bot-conversation/bot-conversation.types.ts";
import type { DeliveryId } from "../../../machines/ids.ts";
import type { BotEvent } from "../../../machines/tells.ts";
import type { BotState, Row, Trigger } from "./state-table.ts";
import { stateTable } from "./state-table.ts";

/** One active event and 500 waiting events. */
const laneMax = 501;
/** Source: BOT-32. */
const repeatMs = 10_000;

/** The expected result of one event. */
export interface Expected {
  readonly state: BotState;
  readonly queued: readonly BotEvent["event"][];
  /** The delivery whose attempts begin in this step. */
  readonly opened: DeliveryId | null;
  readonly cancelled: readonly DeliveryId[];
  readonly told: NonNullable<Row["tells"]> | null;
}

interface Queued {
  readonly id: DeliveryId;
  readonly event: BotEvent["event"];
}

/** The state table with a lane. It runs in parallel to the machine and is compared with it step by step. */
export class TableModel {
  state: BotState = "with_bot";
  /** Only the first event may be attempted. Source: BOT-16. */
  lane: readonly Queued[] = [];
  #hasHeard = false;
  /** The rows of the table that were used, as `state: trigger`. */
  readonly #taken: Set<string>;
  /** The delivery of the AGENT_UNAVAILABLE at the end of the offer. */
  #offerId: DeliveryId | null = null;
  #posted: readonly (PostedId & { readonly atMs: number })[] = [];

  constructor(taken: Set<string> = new Set()) {
    this.#taken = taken;
  }

  take(event: BotConversationEvent): Expected {
    const before = this.lane;
    const wasClosed = this.state === "closed";
    if (event.type === "delivery.ended") {
      if (before[0]?.id !== event.deliveryId) return this.#expect(before, null);
      if (event.failure === null || before[0].event === "AGENT_JOINED" || wasClosed) {
        this.lane = before.slice(1);
        return this.#expect(before, null);
      }
    }
    const trigger = this.#triggerOf(event);
    const row = trigger === null ? undefined : stateTable[this.state][trigger];
    if (row === undefined) return this.#expect(before, null);
    this.#taken.add(`${this.state}: ${trigger}`);
    this.#remember(event);
    this.state = row.to;
    const sent = (row.sends ?? []).map((sends) => ({ id: idOf(event, sends, this.#offerId), event: sends }));
    if (row.sends?.includes("CLIENT_MESSAGE") === true) this.#hasHeard = true;
    const all = [...before, ...sent];
    this.lane = leftOf(all, row.to);
    if (row.to === "offering") this.#offerId = idOf(event, "AGENT_UNAVAILABLE", this.#offerId);
    const ended = event.type === "delivery.ended" ? event.deliveryId : null;
    const cancelled = all.filter((queued) => !this.lane.includes(queued) && queued.id !== ended);
    return { ...this.#expect(before, row), cancelled: cancelled.map(({ id }) => id) };
  }

  #expect(before: readonly Queued[], row: Row | null): Expected {
    const front = this.lane[0];
    const opened = front !== undefined && front.id !== before[0]?.id ? front : null;
    if (opened?.event === "CLIENT_MESSAGE") this.#posted = [];
    return {
      state: this.state,
      queued: row?.sends ?? [],
      opened: opened?.id ?? null,
      cancelled: [],
      told: row?.tells ?? null,
    };
  }

  /** Returns `null` for an event that changes nothing: a provider's own repeat, or a deadline other than the end of the offer. */
  #triggerOf(event: BotConversationEvent): Trigger | null {
    switch (event.type) {
      case "client.wrote":
        if (event.wantsAgent) {
          const asks = this.#hasHeard ? "client asks" : "client asks first";
          return `${asks}, ${event.agentsOnline ? "agent available" : "no agent"}`;
        }
        return this.lane.length >= laneMax ? "client writes, lane full" : "client writes";
      case "bot.message-posted":
        return this.#isRepeat(event) ? null : "bot writes";
      case "bot.invitation-posted":
        if (this.#isRepeat(event)) return null;
        return event.agentsOnline ? "bot invites, agent available" : "bot invites, no agent";
      case "chat.transferred":
        return "administrator transfers";
      case "agent.accepted":
        return "agent accepts";
      case "delivery.ended":
        return "event failed";
      case "bot.disconnected":
        return "bot disconnected";
      case "chat.closed":
        return "chat closed";
      case "chat.reopened":
        return "chat reopened";
      case "deadline.reached":
        return event.id === "offer-ends" ? "offer is over" : null;
    }
  }

  #isRepeat({ posted, nowMs }: { readonly posted: PostedId | null; readonly nowMs: number }): boolean {
    return this.#posted.some(
      ({ id, fingerprint, atMs }) => id === posted?.id && fingerprint === posted.fingerprint && nowMs - atMs < repeatMs,
    );
  }

  #remember(event: BotConversationEvent): void {
    if (!("posted" in event) || event.posted === null) return;
    this.#posted = [...this.#posted, { ...event.posted, atMs: event.nowMs }];
  }
}

/** Returns the events of the lane that are still sent. Source: BOT-22, BOT-34. */
function leftOf(lane: readonly Queued[], state: BotState): readonly Queued[] {
  if (state === "ended") return [];
  return state === "closed" ? lane.slice(0, 1) : lane;
}

function idOf(event: BotConversationEvent, sends: BotEvent["event"], offerId: DeliveryId | null): DeliveryId {
  const isForOffer = event.type === "client.wrote" && sends === "AGENT_UNAVAILABLE";
  const notice = "notice" in event ? event.notice : null;
  const id = (isForOffer ? event.offerNotice : notice)?.deliveryId ?? offerId;
  if (id === null) throw new Error(`Expected an id for what ${event.type} sends, got none`);
  return id;
}
