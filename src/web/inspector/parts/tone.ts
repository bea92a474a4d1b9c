import type { InspectedActor } from "../../../codec/inspect/inspected.types.ts";

/** The meaning of a state of any actor: work in progress, waiting, success, failure, nothing to do. */
export type Tone = "working" | "waiting" | "well" | "failed" | "still";

const states: Readonly<Record<Tone, readonly string[]>> = {
  working: [
    ...["with_bot", "with_agent"],
    ...["attempting", "updating"],
    ...["start", "agent_connected", "client_connected", "connected"],
  ],
  waiting: ["waiting", "unstaffed", "offering", "pending", "backing_off"],
  well: ["closed", "ended", "delivered", "end", "online", "available"],
  failed: ["failed", "error"],
  still: ["quiet", "offline", "disabled", "absent", "unavailable", "blocked", "removed"],
};
const tones: ReadonlyMap<string, Tone> = new Map(
  Object.entries(states).flatMap(([tone, names]) => names.map((name) => [name, tone as Tone])),
);

/** The tone of a state's path. States of other services have no known tone. */
export const toneOf = (state: string): Tone => tones.get(state) ?? tones.get(state.split(".").at(-1) ?? "") ?? "still";

/** Whether an actor has failed, or takes no more events. */
export const isFailed = ({ state, parked }: Pick<InspectedActor, "state" | "parked">): boolean =>
  parked !== null || toneOf(state) === "failed";

/** The kinds of actors, and the possible states of each kind. */
export const statesOfKind: Readonly<Record<string, readonly string[]>> = {
  chat: ["with_bot", "waiting", "unstaffed", "with_agent", "blocked", "closed"],
  delivery: ["pending", "attempting", "backing_off", "delivered", "failed"],
  bot: ["with_bot", "offering", "unstaffed", "with_agent", "ended", "closed"],
  webhooks: ["quiet", "updating"],
  call: ["start", "agent_connected", "client_connected", "connected", "end", "error"],
  channel: ["disabled", "offline", "online", "removed"],
  agent: ["absent", "unavailable", "available", "removed"],
  outside: [],
};

/** The kinds of actors, each with its name. */
export const kindWords: readonly (readonly [kind: string, words: string])[] = [
  ["chat", "Chats"],
  ["delivery", "Deliveries"],
  ["bot", "Bot conversations"],
  ["webhooks", "Webhooks of chats"],
  ["call", "Calls"],
  ["channel", "Channels"],
  ["agent", "Agents"],
  ["outside", "From outside"],
];

/** The readable name of a state. */
export const wordsOf = (state: string): string => (state === "" ? "no state" : state.replaceAll("_", " "));
