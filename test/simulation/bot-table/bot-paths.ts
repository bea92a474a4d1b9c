import type { SnapshotFrom } from "xstate";
import { getInitialSnapshot, getNextSnapshot } from "xstate";
import { getShortestPaths, getSimplePaths } from "xstate/graph";
import { botConversationMachine } from "../../../machines/bot-conversation/bot-conversation.machine.ts";
import type {
  BotConversationContext,
  BotConversationEvent,
} from "../../../machines/bot-conversation/bot-conversation.types.ts";
import type { HappeningName } from "./bot-happenings.ts";
import { clientWrote, happenings, toBotEvent } from "./bot-happenings.ts";

type Snapshot = SnapshotFrom<typeof botConversationMachine>;

/** One way through the chart, as names of what happens. */
export interface BotPath {
  readonly end: string;
  readonly happenings: readonly HappeningName[];
}

/** What is in front of the lane decides what its end comes to. */
const withFront = ({ value, context }: Snapshot): string =>
  `${value}, ${context.lane.active?.event ?? "nothing"} in front`;
/** As far as the lane is looked at: one in front, two behind it. */
const withLane = ({ value, context }: Snapshot): string =>
  `${value}, ${[context.lane.active, ...context.lane.waiting].map((entry) => entry?.event ?? "nothing").join(", ")}`;

/** How the chart is walked, and the name of each event that was tried. */
function optionsFor(serializeState: (snapshot: Snapshot) => string) {
  const names = new Map<BotConversationEvent, HappeningName>();
  let number = 1;
  const events = ({ context }: { readonly context: BotConversationContext }): BotConversationEvent[] =>
    happenings.map((name) => {
      number += 1;
      const event = toBotEvent(name, number, context);
      names.set(event, name);
      return event;
    });
  const first = clientWrote(0, false, true);
  const options = {
    fromState: getNextSnapshot(botConversationMachine, getInitialSnapshot(botConversationMachine, first), first),
    serializeState,
    events,
    stopWhen: ({ context }: Snapshot) => context.lane.waiting.length >= 2,
  };
  return { options, names };
}

/** Every way through the chart that comes to no state, with the same event in front, a second time. */
export function findSimplePaths(): readonly BotPath[] {
  const { options, names } = optionsFor(withFront);
  return getSimplePaths(botConversationMachine, options).map(({ state, steps }) => ({
    end: withFront(state),
    happenings: steps.flatMap(({ event }) => names.get(event) ?? []),
  }));
}

/** A shortest way to each state with each lane. */
export function findShortestPaths(): readonly BotPath[] {
  const { options, names } = optionsFor(withLane);
  return getShortestPaths(botConversationMachine, options).map(({ state, steps }) => ({
    end: withLane(state),
    happenings: steps.flatMap(({ event }) => names.get(event) ?? []),
  }));
}

/** A shortest way to each state with each lane, and then everything that can happen there. */
export const findEdges = (): readonly BotPath[] =>
  findShortestPaths().flatMap((path) =>
    happenings.map((name) => ({ ...path, happenings: [...path.happenings, name] })),
  );
