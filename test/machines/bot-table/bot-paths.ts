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

/** One path through the chart, as names of happenings. */
export interface BotPath {
  readonly end: string;
  readonly happenings: readonly HappeningName[];
}

/** Names a state and the front of its lane, because the effect of a delivery's end depends on the front of the lane. */
const withFront = ({ value, context }: Snapshot): string =>
  `${value}, ${context.lane.active?.event ?? "nothing"} in front`;
/** Names a state and the part of its lane that is compared: the front and the two events after it. */
const withLane = ({ value, context }: Snapshot): string =>
  `${value}, ${[context.lane.active, ...context.lane.waiting].map((entry) => entry?.event ?? "nothing").join(", ")}`;

/** The options for walking the chart, and the name of each event that was tried. */
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

/** Returns every path through the chart that does not reach a state with the same front of the lane a second time. */
export function findSimplePaths(): readonly BotPath[] {
  const { options, names } = optionsFor(withFront);
  return getSimplePaths(botConversationMachine, options).map(({ state, steps }) => ({
    end: withFront(state),
    happenings: steps.flatMap(({ event }) => names.get(event) ?? []),
  }));
}

/** Returns a shortest path to each state with each lane. */
export function findShortestPaths(): readonly BotPath[] {
  const { options, names } = optionsFor(withLane);
  return getShortestPaths(botConversationMachine, options).map(({ state, steps }) => ({
    end: withLane(state),
    happenings: steps.flatMap(({ event }) => names.get(event) ?? []),
  }));
}

/** Returns a shortest path to each state with each lane, followed by each happening that is possible there. */
export const findEdges = (): readonly BotPath[] =>
  findShortestPaths().flatMap((path) =>
    happenings.map((name) => ({ ...path, happenings: [...path.happenings, name] })),
  );
