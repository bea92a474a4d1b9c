import type { Tell } from "../../machines/effects.ts";
import type { RowName, RowReader } from "../ports/store.ts";
import type { AnyEvent } from "./actor-definition.ts";
import type { Cell } from "./cells/cell.ts";
import type { Conversation } from "./conversation.ts";
import type { PendingEvent } from "./pending.ts";
import type { StepParts } from "./step.ts";
import type { SoughtTarget } from "./target.ts";

/** What the kernel asks the product that it carries, beside the definitions of its actors. All of it is called within a commit. */
export interface Host {
  /** Whom an event is for that names no actor: found or created; `undefined` where there is nobody. */
  find(conversation: Conversation, target: SoughtTarget, event: AnyEvent, parts: StepParts): Cell | undefined;
  /** Takes an event that no actor is told of: answers who in the conversation hears of what came of it; `null` for every other event. */
  takeAlone(
    conversation: Conversation,
    target: SoughtTarget,
    event: AnyEvent,
    parts: StepParts,
  ): readonly Tell<AnyEvent>[] | null;
  /** Which rows the event is going to ask for, beside its target: asked by a store across a network alone. One that is left out costs a second try. */
  rowsOf(event: AnyEvent): readonly RowName[];
  /** The counters of which the events of one mailbox may need a number, each as often as it may; asked by a store of many writers alone. */
  numbersOf(conversation: Conversation, events: readonly PendingEvent[], rows: RowReader): readonly string[];
  /** What the sender is told of what an event brought. */
  toldOf(brought: unknown, conversation: Conversation): unknown;
}
