import type { Tell } from "../../machines/effects.ts";
import type { RowName, RowReader } from "../ports/store.ts";
import type { AnyEvent } from "./actor-definition.ts";
import type { Cell } from "./cells/cell.ts";
import type { Conversation } from "./conversation.ts";
import type { PendingEvent } from "./pending.ts";
import type { StepParts } from "./step.ts";
import type { SoughtTarget } from "./target.ts";

/**
 * The functions of the product that the kernel needs besides the definitions of its actors. The kernel calls all of them within a
 * commit.
 */
export interface Host {
  /** Finds or creates the actor for an event that names none; `undefined` where there is no such actor. */
  find(conversation: Conversation, target: SoughtTarget, event: AnyEvent, parts: StepParts): Cell | undefined;
  /**
   * Handles an event that no actor receives. Returns the tells of the result to actors of the conversation; `null` for every other
   * event.
   */
  takeAlone(
    conversation: Conversation,
    target: SoughtTarget,
    event: AnyEvent,
    parts: StepParts,
  ): readonly Tell<AnyEvent>[] | null;
  /**
   * The rows that the event will read, beside its target. Only a store across a network uses them. A missing row costs a second
   * try.
   */
  rowsOf(event: AnyEvent): readonly RowName[];
  /**
   * The counters from which the events of one mailbox may need numbers, one entry for each number. Only a store of many writers
   * uses them.
   */
  numbersOf(conversation: Conversation, events: readonly PendingEvent[], rows: RowReader): readonly string[];
  /** The part of an event's result that the sender receives. */
  toldOf(brought: unknown, conversation: Conversation): unknown;
}
