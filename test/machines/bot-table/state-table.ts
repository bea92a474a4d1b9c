import type { BotEvent } from "../../../machines/tells.ts";

export type BotState = "with_bot" | "offering" | "unstaffed" | "with_agent" | "ended" | "closed";

export type Trigger =
  | "client writes"
  | "client writes, lane full"
  | "client asks first, agent available"
  | "client asks first, no agent"
  | "client asks, agent available"
  | "client asks, no agent"
  | "bot writes"
  | "bot invites, agent available"
  | "bot invites, no agent"
  | "administrator transfers"
  | "offer is over"
  | "agent accepts"
  | "event failed"
  | "bot disconnected"
  | "chat closed"
  | "chat reopened";

export interface Row {
  readonly to: BotState;
  /** The events that are put into the bot's lane, in this order. */
  readonly sends?: readonly BotEvent["event"][];
  /** The event that is told to the chat. */
  readonly tells?: "offered" | "unstaffed" | "ended" | "notified" | "shown" | "hidden";
}

type Rows = Readonly<Partial<Record<Trigger, Row>>>;

const accepted: Row = { to: "with_agent", sends: ["AGENT_JOINED"] };
const offered: Row = { to: "offering", tells: "offered" };
const unavailable: Row = { to: "unstaffed", sends: ["AGENT_UNAVAILABLE"], tells: "unstaffed" };
const handedOver: Row = { to: "ended", tells: "ended" };
const closed: Row = { to: "closed" };

/** The rows that are the same in the states "with bot" and "unstaffed". Source: BOT-10, BOT-43, BOT-45 to BOT-47. */
const dialogue: Rows = {
  /** The chat log shows the message as not sent. */
  "client writes, lane full": { ...handedOver, sends: ["CLIENT_MESSAGE"] },
  "client asks, agent available": offered,
  "client asks, no agent": unavailable,
  "bot invites, agent available": offered,
  "bot invites, no agent": unavailable,
  "administrator transfers": offered,
  "agent accepts": accepted,
  "event failed": handedOver,
  "bot disconnected": handedOver,
  "chat closed": closed,
};

/**
 * The state table of surface B as rows. It comes from the rules, not from the machine. A trigger without a row changes nothing.
 * Source: BOT-02, BOT-08, BOT-10, BOT-22 to BOT-24, BOT-34, BOT-43 to BOT-49.
 */
export const stateTable: Readonly<Record<BotState, Rows>> = {
  with_bot: {
    ...dialogue,
    /** The bot receives an event of the chat before it may post. A bot that never received one is refused. */
    "client asks first, agent available": { ...offered, sends: ["CLIENT_MESSAGE"] },
    "client asks first, no agent": { ...unavailable, sends: ["CLIENT_MESSAGE", "AGENT_UNAVAILABLE"] },
    "client writes": { to: "with_bot", sends: ["CLIENT_MESSAGE"] },
    "bot writes": { to: "with_bot", tells: "shown" },
  },
  offering: {
    "bot writes": { to: "offering", tells: "shown" },
    "offer is over": unavailable,
    "agent accepts": accepted,
    "event failed": handedOver,
    "bot disconnected": handedOver,
    "chat closed": closed,
  },
  unstaffed: {
    ...dialogue,
    "client writes": { to: "unstaffed", sends: ["CLIENT_MESSAGE"] },
    "bot writes": { to: "unstaffed", tells: "shown" },
  },
  with_agent: {
    "bot writes": { to: "with_agent", tells: "hidden" },
    "event failed": handedOver,
    "bot disconnected": handedOver,
  },
  ended: { "bot writes": { to: "ended", tells: "hidden" } },
  closed: {
    "bot writes": { to: "closed", tells: "hidden" },
    /** No agent has had the chat. */
    "chat reopened": { ...accepted, tells: "notified" },
  },
};
