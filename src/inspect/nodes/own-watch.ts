import type { Clock, Wake } from "../../ports/clock.ts";
import type { Peers } from "../../ports/peers.ts";
import type { OutsideFacts } from "../frame-encoder.ts";
import type { TopicName } from "../watched-topics.ts";
import type { WatchedNames } from "./messages.ts";
import type { NodeQuestions } from "./node-questions.ts";

/** The interval for finding new nodes. */
const lookEveryMs = 1_000;
/** After so many intervals the topics are sent again, changed or not. */
const looksBetweenTells = 3;

interface OwnWatchParts {
  readonly peers: Peers;
  readonly clock: Clock;
  readonly questions: NodeQuestions;
  /** Stores the announcements of actors of other programs on other nodes. */
  readonly note: (facts: OutsideFacts) => void;
}

/** Sends the topics of this node to the other nodes: at each change, and repeatedly while there are any. */
export class OwnWatch {
  readonly #parts: OwnWatchParts;
  #names = nobody;
  #told = nothing;
  #telling = Promise.resolve();
  #living = "";
  #looks = 0;
  #wake: Wake | null = null;

  constructor(parts: OwnWatchParts) {
    this.#parts = parts;
    parts.peers.onLeftBehind(() => {
      if (this.isAny) this.#tell(this.#names);
    });
  }

  get isAny(): boolean {
    return this.#told !== nothing;
  }

  /** Resolves when every node sends its steps of the topics, or took too long to confirm. */
  async tell(names: readonly TopicName[]): Promise<void> {
    const watched = toWatched(names);
    if (JSON.stringify(watched) !== this.#told) this.#tell(watched);
    await this.#telling;
  }

  stop(): void {
    this.#wake?.cancel();
    this.#wake = null;
  }

  #tell(names: WatchedNames): void {
    this.#names = names;
    this.#told = JSON.stringify(names);
    this.#living = this.#parts.peers.living().join();
    this.#looks = 0;
    if (!this.isAny) this.stop();
    else this.#wake ??= this.#lookLater();
    this.#telling = this.#ask(names);
  }

  async #ask(names: WatchedNames): Promise<void> {
    const answers = await this.#parts.questions.ask("watch", names);
    const told = answers.flatMap(({ answer }) => (Array.isArray(answer) ? (answer as readonly OutsideFacts[]) : []));
    for (const facts of told) this.#parts.note(facts);
  }

  #lookLater(): Wake {
    const { clock } = this.#parts;
    return clock.wakeAt(clock.nowMs() + lookEveryMs, () => {
      this.#wake = this.#lookLater();
      this.#looks += 1;
      const isDue = this.#looks >= looksBetweenTells || this.#living !== this.#parts.peers.living().join();
      if (isDue) this.#tell(this.#names);
    });
  }
}

function toWatched(names: readonly TopicName[]): WatchedNames {
  const namesOf = (kind: TopicName["kind"]): readonly string[] =>
    names
      .filter((one) => one.kind === kind)
      .map(({ name }) => name)
      .sort();
  return {
    everything: namesOf("everything").length > 0,
    actors: namesOf("actor"),
    conversations: namesOf("conversation"),
    outside: namesOf("outside"),
  };
}

const nobody = toWatched([]);
const nothing = JSON.stringify(nobody);
