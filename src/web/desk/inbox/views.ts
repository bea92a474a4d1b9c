import type { DeskChat } from "../../../codec/desk.ts";
import type { Me, Standing } from "../shell/standing.ts";
import { offerOf } from "../shell/standing.ts";

export type ViewId = "waiting" | "mine" | "bot" | "unstaffed" | "all" | "failed" | "blocked";

export interface View {
  readonly id: ViewId;
  readonly title: string;
  /** The order of its chats, in words. */
  readonly order: string;
  /** What is said when it has none. */
  readonly empty: string;
  /** Second key after `g`. */
  readonly key: string | null;
}

const waiting: View = {
  id: "waiting",
  title: "Waiting",
  order: "Newest first",
  empty: "Nobody waits. New chats come in here.",
  key: "w",
};

/** In the order they are shown. */
export const views: readonly View[] = [
  waiting,
  { id: "mine", title: "Mine", order: "Who waits for you first", empty: "You have no chats.", key: "m" },
  { id: "bot", title: "With bot", order: "Latest first", empty: "No bot talks with anybody.", key: "b" },
  { id: "unstaffed", title: "Unstaffed", order: "Longest wait first", empty: "Nobody was left unanswered.", key: "u" },
  { id: "all", title: "All", order: "Latest first", empty: "There are no open chats.", key: "o" },
  { id: "failed", title: "Failed", order: "Latest failure first", empty: "Every message was delivered.", key: "f" },
  { id: "blocked", title: "Blocked", order: "Latest first", empty: "Nobody is blocked.", key: null },
];

/** The view an address names; Waiting when it names none. */
export const viewOf = (name: string | undefined): View => views.find(({ id }) => id === name) ?? waiting;

/** `isFailed`: messages of the chat failed, and it is this agent's to deal with them. Blocked clients are offered to nobody: they are in no view but their own. Source: WH-20. */
export function isInView(view: ViewId, standing: Standing, isFailed = false): boolean {
  if (view === "failed") return isFailed;
  return view === "all" ? standing !== "blocked" && standing !== "over" : standing === view;
}

/** Where a chat stands in a view: by group, then by key, smaller ones first. */
export interface Rank {
  readonly group: number;
  readonly key: number;
}

/**
 * The order of each view.
 *
 * - Waiting: what was transferred to this agent or its department, then what is offered to everybody, then what was
 *   transferred to others. In each the newest wait is on top, where it is seen; a chat keeps its place while its client
 *   writes on. Who waits longest stands below the list, at hand by a key of its own.
 * - Mine: whose client waits for an answer, longest first; then the others, what was said last on top.
 * - Unstaffed: the longest wait first, as these are taken up one by one and nothing comes in between.
 * - Failed: the latest failure on top, in chats that are over as well.
 * - The others: what was said last on top.
 */
export function rankOf(view: ViewId, chat: DeskChat, me: Me): Rank {
  const waitsSince = chat.waitingSince ?? chat.createdAt;
  const saidAt = chat.last?.at ?? chat.createdAt;
  switch (view) {
    case "waiting":
      return { group: groupOfOffer(offerOf(chat, me)), key: -waitsSince };
    case "mine":
      return chat.waitingSince === null ? { group: 1, key: -saidAt } : { group: 0, key: waitsSince };
    case "unstaffed":
      return { group: 0, key: waitsSince };
    case "failed":
      return { group: 0, key: -(chat.failed?.at ?? 0) };
    case "bot":
    case "all":
    case "blocked":
      return { group: 0, key: -saidAt };
  }
}

function groupOfOffer(offer: ReturnType<typeof offerOf>): number {
  if (offer === "me") return 0;
  return offer === null ? 1 : 2;
}
