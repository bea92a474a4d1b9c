import type { DeskChat } from "../../../codec/desk/desk.ts";
import { textsOf } from "../../shared/language/texts.ts";
import type { Me, Standing } from "../shell/standing.ts";
import { offerOf, standingOf } from "../shell/standing.ts";
import { inbox } from "../texts/en/inbox.ts";

const text = textsOf("inbox", inbox);

export type ViewId = "waiting" | "mine" | "bot" | "unstaffed" | "all" | "failed" | "blocked" | "test";

/** The order of waiting chats: longest wait or newest chat first. */
export type WaitOrder = "longest" | "newest";

export interface View {
  readonly id: ViewId;
  readonly title: "waiting" | "mine" | "withBot" | "unstaffed" | "all" | "failed" | "blocked" | "test";
  /** The order of its chats, in words; null if the agent can choose it. */
  readonly order: "waitsForYouFirst" | "latestFirst" | "latestFailureFirst" | null;
  /** Second key after `g`. */
  readonly key: string | null;
}

const waiting: View = { id: "waiting", title: "waiting", order: null, key: "w" };

/** In display order. */
export const views: readonly View[] = [
  waiting,
  { id: "mine", title: "mine", order: "waitsForYouFirst", key: "m" },
  { id: "bot", title: "withBot", order: "latestFirst", key: "b" },
  { id: "unstaffed", title: "unstaffed", order: null, key: "u" },
  { id: "all", title: "all", order: "latestFirst", key: "o" },
  { id: "failed", title: "failed", order: "latestFailureFirst", key: "f" },
  { id: "blocked", title: "blocked", order: "latestFirst", key: null },
  { id: "test", title: "test", order: "latestFirst", key: null },
];

/** The view that an address names; Waiting if the address names no view. */
export const viewOf = (name: string | undefined): View => views.find(({ id }) => id === name) ?? waiting;

export const titleOf = ({ title }: View): string => text(title);

/** The text of the empty view. */
export const emptyWords = ({ title }: View): string => text(`${title}Empty`);

/** Whether the agent can choose between longest wait and newest chat first. */
export const hasWaitOrder = ({ order }: View): boolean => order === null;

const waitOrders = { longest: "longestFirst", newest: "newestFirst" } as const;

export const orderWords = ({ order }: View, chosen: WaitOrder): string => text(order ?? waitOrders[chosen]);

/** Whether equal chats are ordered by their start, oldest first. */
export const isOldestFirst = (view: ViewId, order: WaitOrder): boolean =>
  order === "longest" && hasWaitOrder(viewOf(view));

/** The view for the chat: `current` if it has the chat, else another one; null for a closed chat. */
export function viewOfChat(chat: DeskChat, me: Me, current: ViewId, isTest: boolean): ViewId | null {
  const standing = standingOf(chat, me);
  if (isInView(current, { standing, isFailed: chat.failed !== null, isTest })) return current;
  if (standing === "over") return null;
  if (isTest) return "test";
  return standing === "others" ? "all" : standing;
}

/** The facts about a chat that decide in which views it is. */
export interface ViewFacts {
  readonly standing: Standing;
  /** The chat has failed messages that this agent must handle. */
  readonly isFailed: boolean;
  /** The chat is one of a test channel. */
  readonly isTest: boolean;
}

/** Blocked chats, and chats of test channels, are only in their own view. Source: WH-20, CH-61. */
export function isInView(view: ViewId, { standing, isFailed, isTest }: ViewFacts): boolean {
  if (view === "test" || isTest) return view === "test" && isTest && standing !== "over";
  if (view === "failed") return isFailed;
  return view === "all" ? standing !== "blocked" && standing !== "over" : standing === view;
}

/** The place of a chat in a view: by group, then by key, smaller ones first. */
export interface Rank {
  readonly group: number;
  readonly key: number;
}

/**
 * The order of each view.
 *
 * - Waiting: chats transferred to this agent or its department, then chats offered to all agents, then chats transferred
 *   to other agents. In each group the longest wait is on top, or by choice the newest. A chat keeps its place while its
 *   client keeps writing.
 * - Mine: chats whose client waits for an answer, longest wait first; then the other chats, latest message on top.
 * - Unstaffed: by the wait, as in Waiting.
 * - Failed: the latest failure on top, closed chats included.
 * - The other views: the latest message on top.
 */
export function rankOf(view: ViewId, chat: DeskChat, me: Me, order: WaitOrder): Rank {
  const waitsSince = chat.waitingSince ?? chat.createdAt;
  const byWait = order === "longest" ? waitsSince : -waitsSince;
  const saidAt = chat.last?.at ?? chat.createdAt;
  switch (view) {
    case "waiting":
      return { group: groupOfOffer(offerOf(chat, me)), key: byWait };
    case "mine":
      return chat.waitingSince === null ? { group: 1, key: -saidAt } : { group: 0, key: waitsSince };
    case "unstaffed":
      return { group: 0, key: byWait };
    case "failed":
      return { group: 0, key: -(chat.failed?.at ?? 0) };
    case "bot":
    case "all":
    case "blocked":
    case "test":
      return { group: 0, key: -saidAt };
  }
}

function groupOfOffer(offer: ReturnType<typeof offerOf>): number {
  if (offer === "me") return 0;
  return offer === null ? 1 : 2;
}
