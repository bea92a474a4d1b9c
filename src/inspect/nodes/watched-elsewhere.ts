import type { Clock, Wake } from "../../ports/clock.ts";
import type { WatchedNames } from "./messages.ts";

/** How long a node's topics are valid without a repeat. */
const forgottenAfterMs = 10_000;

interface NodeWatch {
  readonly everything: boolean;
  readonly actors: ReadonlySet<string>;
  readonly conversations: ReadonlySet<string>;
  readonly outside: ReadonlySet<string>;
  readonly end: Wake;
}

/** The topics of other nodes. They are valid as long as those nodes repeat them. */
export class WatchedElsewhere {
  readonly #nodes = new Map<string, NodeWatch>();
  readonly #clock: Clock;
  readonly #changed: () => void;

  constructor(clock: Clock, changed: () => void) {
    this.#clock = clock;
    this.#changed = changed;
  }

  /** The number of other nodes with watchers. */
  get count(): number {
    return this.#nodes.size;
  }

  set(node: string, { everything, actors, conversations, outside }: WatchedNames): void {
    this.#nodes.get(node)?.end.cancel();
    this.#nodes.delete(node);
    if (everything || actors.length + conversations.length + outside.length > 0)
      this.#nodes.set(node, {
        everything,
        actors: new Set(actors),
        conversations: new Set(conversations),
        outside: new Set(outside),
        end: this.#clock.wakeAt(this.#clock.nowMs() + forgottenAfterMs, () => this.forget(node)),
      });
    this.#changed();
  }

  forget(node: string): void {
    const known = this.#nodes.get(node);
    if (known === undefined) return;
    known.end.cancel();
    this.#nodes.delete(node);
    this.#changed();
  }

  forgetAll(): void {
    for (const node of [...this.#nodes.keys()]) this.forget(node);
  }

  isWatched(actor: string, conversation: string): boolean {
    for (const { everything, actors, conversations } of this.#nodes.values())
      if (everything || actors.has(actor) || conversations.has(conversation)) return true;
    return false;
  }

  isOutsideWatched(actor: string): boolean {
    return [...this.#nodes.keys()].some((node) => this.isOutsideWatchedOn(node, actor));
  }

  isOutsideWatchedOn(node: string, actor: string): boolean {
    const watch = this.#nodes.get(node);
    return watch !== undefined && (watch.everything || watch.outside.has(actor));
  }
}
