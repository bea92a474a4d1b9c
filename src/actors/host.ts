import type { Tell } from "../../machines/effects.ts";
import type { RowName, RowReader } from "../ports/store.ts";
import type { AnyEvent } from "./actor-definition.ts";
import type { Cell } from "./cells/cell.ts";
import type { Conversation } from "./conversation.ts";
import type { PendingEvent } from "./pending.ts";
import type { StepParts } from "./step.ts";
import type { SoughtTarget } from "./target.ts";

/** What the kernel asks the product, beside the definitions of its actors. The kernel calls all of it within a commit. */
export interface Host {
  /** Finds or creates the actor for an event that names none; `undefined` where there is no such actor. */
  find(conversation: Conversation, target: SoughtTarget, event: AnyEvent, parts: StepParts): Cell | undefined;
  /**
   * Takes an event that no actor receives. Returns the actors of the conversation that are told about the result; `null` for every other
   * event.
   */
  takeAlone(
    conversation: Conversation,
    target: SoughtTarget,
    event: AnyEvent,
    parts: StepParts,
  ): readonly Tell<AnyEvent>[] | null;
  /**
   * The rows that the event will read, beside its target. Only a store across a network asks for them. A missing row costs a second try.
   */
  rowsOf(event: AnyEvent): readonly RowName[];
  /**
   * The counters of which the events of one mailbox may need a number, each as often as it may. Only a store of many writers asks for them.
   */
  numbersOf(conversation: Conversation, events: readonly PendingEvent[], rows: RowReader): readonly string[];
  /** What the sender receives of the result of an event. */
  toldOf(brought: unknown, conversation: Conversation): unknown;
}
