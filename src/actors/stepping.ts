import type { ClearDeadlineEffect, SetDeadlineEffect, Tell } from "../../machines/effects.ts";
import type { ActorKey } from "../../machines/ids.ts";
import type { FeedEntry, RowReader, Write } from "../ports/store.ts";
import type { AnyEffect, AnyEvent } from "./actor-definition.ts";
import type { Cell } from "./cells/cell.ts";
import type { Conversation } from "./conversation.ts";
import { readActor } from "./find-actor.ts";
import type { Host } from "./host.ts";
import type { Progress, StepParts } from "./step.ts";
import type { StepScope } from "./step-scope.ts";

/** One actor's step, while its effects are kept. */
export class Stepping implements StepScope {
  readonly conversation: Conversation;
  readonly cell: Cell;
  readonly tell: (tell: Tell<AnyEvent>) => void;
  readonly #progress: Progress;
  readonly #parts: StepParts;

  constructor(
    conversation: Conversation,
    cell: Cell,
    progress: Progress,
    parts: StepParts,
    tell: (tell: Tell<AnyEvent>) => void,
  ) {
    this.conversation = conversation;
    this.cell = cell;
    this.tell = tell;
    this.#progress = progress;
    this.#parts = parts;
  }

  get actor(): ActorKey {
    return this.cell.key;
  }

  get state(): string {
    return this.cell.state;
  }

  get context(): unknown {
    return this.cell.context;
  }

  get listedState(): string | null {
    return this.cell.listedState;
  }

  get rows(): RowReader {
    return this.#parts.rows;
  }

  get host(): Host {
    return this.#parts.host;
  }

  get feed(): FeedEntry[] {
    return this.#parts.draft.feed;
  }

  get brought(): unknown {
    return this.#progress.brought;
  }

  bring(brought: unknown, answer: number): void {
    this.#progress.brought = brought;
    this.#progress.answer = answer;
  }

  write(write: Write): void {
    this.#parts.draft.write(write);
  }

  release(effect: AnyEffect): void {
    const { key: actor, revision } = this.cell;
    const { draft } = this.#parts;
    const { key: conversation } = this.conversation;
    draft.released.push({ effect, actor, conversation, revision: revision + 1, ...draft.releasedAt });
  }

  readActor(key: ActorKey): Cell | undefined {
    return readActor(this.conversation, key, this.#parts);
  }

  newId(): string {
    return this.#parts.newId();
  }

  setDeadline({ id, atMs: askedMs, atRestart }: SetDeadlineEffect): void {
    const { cell, conversation } = this;
    const { draft } = this.#parts;
    // A deadline for the outcome of a request counts from the latest time at which the request may leave.
    const atMs = atRestart ? askedMs + draft.leewayMs : askedMs;
    draft.setDeadline(cell, { id, atMs, atRestart, actor: cell.key, conversation: conversation.key });
  }

  clearDeadline({ id }: ClearDeadlineEffect): void {
    this.#parts.draft.clearDeadline(this.cell, id);
  }
}
