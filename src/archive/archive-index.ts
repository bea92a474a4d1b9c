import type {
  IndexInput,
  IndexState,
  SearchFound,
  SearchInput,
  TaskAnswer,
} from "../../workers/archive/archive.types.ts";
import type { Result } from "../core/result.ts";
import { ok } from "../core/result.ts";
import type { WorkerPool } from "../tasks/worker-pool.ts";
import { createWorkerPool } from "../tasks/worker-pool.ts";
import { IndexFolder } from "./index-folder.ts";

/** The index has to be made anew. */
export class DamagedIndexError extends Error {
  override readonly name = "DamagedIndexError";
}

type Change = Omit<IndexInput, "folder">;
type Question = Omit<SearchInput, "folder">;

const nothing: Question = {
  text: "",
  fromMs: 0,
  toMs: 0,
  channelIds: [],
  agentId: null,
  after: null,
  rowsMax: 0,
  lookedAtMax: 0,
};

/** One writes at a time; a search reads beside it. */
const writerThreads = 1;
const searchThreads = 1;

/**
 * The archive's index: files that only worker threads open. Before `open` nothing is found, and no thread runs.
 */
export class ArchiveIndex {
  readonly #folder: IndexFolder;
  readonly #searchesMax: number;
  readonly #running = new Set<Promise<unknown>>();
  #writer: WorkerPool<IndexInput, TaskAnswer<IndexState>>;
  #searcher: WorkerPool<SearchInput, TaskAnswer<SearchFound>>;
  #isOpen = false;

  private constructor(folder: IndexFolder, searchesMax: number) {
    this.#folder = folder;
    this.#searchesMax = searchesMax;
    this.#writer = createWorkerPool({ task: "archive-index", threadsMax: writerThreads, queueMax: 1 });
    this.#searcher = this.#createSearcher();
  }

  /** `parent` belongs to the index alone and may be missing. */
  static async find(parent: string, searchesMax: number): Promise<ArchiveIndex> {
    return new ArchiveIndex(await IndexFolder.find(parent), searchesMax);
  }

  /** Whether an index was ever begun here. */
  get isThere(): boolean {
    return this.#folder.isThere;
  }

  /** How far the index is; begins a new one when there is none. Throws DamagedIndexError. */
  async open(): Promise<IndexState> {
    if (!this.isThere) await this.#folder.replace();
    const state = await this.change({ take: [], forget: [] });
    // Opening waits for a change that runs: done now, no search has to.
    await this.#run(this.#searcher.run({ folder: this.#folder.path, ...nothing }));
    this.#isOpen = true;
    return state;
  }

  /** Resolves when the change is durable. Throws DamagedIndexError, or what made it fail. */
  async change(change: Change): Promise<IndexState> {
    const answer = await this.#run(this.#writer.run({ folder: this.#folder.path, ...change }));
    if (!answer.ok) throw new Error(answer.failure.message);
    return outcomeOf(answer.value);
  }

  /** Fails with `overloaded` when too many searches wait. Throws DamagedIndexError, or what made it fail. */
  async search(question: Question): Promise<Result<SearchFound>> {
    if (!this.#isOpen) return ok({ chatNumbers: [], next: null });
    const answer = await this.#run(this.#searcher.run({ folder: this.#folder.path, ...question }));
    return answer.ok ? ok(outcomeOf(answer.value)) : answer;
  }

  /** Begins an empty index in place of this one; it is to be opened. */
  async replace(): Promise<void> {
    await this.close();
    await this.#folder.replace();
    this.#writer = createWorkerPool({ task: "archive-index", threadsMax: writerThreads, queueMax: 1 });
    this.#searcher = this.#createSearcher();
  }

  /** Waits for what runs: a thread that is ended within a transaction would leave its locks. */
  async close(): Promise<void> {
    this.#isOpen = false;
    await Promise.allSettled(this.#running);
    await Promise.all([this.#writer.close(), this.#searcher.close()]);
  }

  #createSearcher(): WorkerPool<SearchInput, TaskAnswer<SearchFound>> {
    return createWorkerPool({ task: "archive-search", threadsMax: searchThreads, queueMax: this.#searchesMax });
  }

  async #run<Value>(task: Promise<Value>): Promise<Value> {
    this.#running.add(task);
    try {
      return await task;
    } finally {
      this.#running.delete(task);
    }
  }
}

function outcomeOf<Value>(answer: TaskAnswer<Value>): Value {
  if (answer.kind === "done") return answer.value;
  throw answer.kind === "damaged" ? new DamagedIndexError(answer.reason) : new Error(answer.reason);
}
