import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type {
  IndexInput,
  IndexState,
  SearchFound,
  SearchInput,
  TaskAnswer,
} from "../../workers/archive/archive.types.ts";
import { namesIn } from "../core/files/names-in.ts";
import type { Result } from "../core/result.ts";
import { ok } from "../core/result.ts";
import type { ArchiveIndex, IndexChange, IndexQuestion } from "../ports/archive-index.ts";
import { DamagedIndexError } from "../ports/archive-index.ts";
import type { WorkerPool } from "../tasks/worker-pool.ts";
import { createWorkerPool } from "../tasks/worker-pool.ts";

const nothing: IndexQuestion = {
  text: "",
  fromMs: 0,
  toMs: 0,
  channelIds: [],
  agentId: null,
  isOldestFirst: false,
  after: null,
  rowsMax: 0,
  lookedAtMax: 0,
};

/** The index in files, for one process. Only worker threads open the files, and no thread runs before `open`. */
export class EmbeddedIndex implements ArchiveIndex {
  readonly #folder: IndexFolder;
  readonly #searchesMax: number;
  readonly #running = new Set<Promise<unknown>>();
  #writer: WorkerPool<IndexInput, TaskAnswer<IndexState>>;
  #searcher: WorkerPool<SearchInput, TaskAnswer<SearchFound>>;
  #isOpen = false;

  private constructor(folder: IndexFolder, searchesMax: number) {
    this.#folder = folder;
    this.#searchesMax = searchesMax;
    this.#writer = createWorkerPool({ task: "archive-index", queueMax: 1 });
    this.#searcher = this.#createSearcher();
  }

  /** Only the index uses `parent`. The folder can be missing. */
  static async find(parent: string, searchesMax: number): Promise<EmbeddedIndex> {
    return new EmbeddedIndex(await IndexFolder.find(parent), searchesMax);
  }

  async isBegun(): Promise<boolean> {
    return this.#folder.isThere;
  }

  async open(): Promise<IndexState> {
    if (!this.#folder.isThere) await this.#folder.replace();
    const state = await this.change({ take: [], forget: [] });
    // Opening waits for a change in progress. Opening now saves searches this wait.
    await this.#run(this.#searcher.run({ folder: this.#folder.path, ...nothing }));
    this.#isOpen = true;
    return state;
  }

  async change(change: IndexChange): Promise<IndexState> {
    const answer = await this.#run(this.#writer.run({ folder: this.#folder.path, ...change }));
    if (!answer.ok) throw new Error(answer.failure.message);
    return outcomeOf(answer.value);
  }

  async search(question: IndexQuestion): Promise<Result<SearchFound>> {
    if (!this.#isOpen) return ok({ chatNumbers: [], next: null });
    const answer = await this.#run(this.#searcher.run({ folder: this.#folder.path, ...question }));
    return answer.ok ? ok(outcomeOf(answer.value)) : answer;
  }

  async replace(): Promise<void> {
    await this.close();
    await this.#folder.replace();
    this.#writer = createWorkerPool({ task: "archive-index", queueMax: 1 });
    this.#searcher = this.#createSearcher();
  }

  /** Waits for transactions, because a thread that is ended within one leaves its locks. */
  async close(): Promise<void> {
    this.#isOpen = false;
    await Promise.allSettled(this.#running);
    await Promise.all([this.#writer.close(), this.#searcher.close()]);
  }

  #createSearcher(): WorkerPool<SearchInput, TaskAnswer<SearchFound>> {
    return createWorkerPool({ task: "archive-search", queueMax: this.#searchesMax });
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

const namePattern = /^index-([1-9][0-9]{0,8})$/;

/**
 * The folders of the archive's index, one after the other. A damaged folder is never opened again, because LMDB would reuse an
 * environment that is still open.
 */
class IndexFolder {
  readonly #parent: string;
  #number: number;

  private constructor(parent: string, number: number) {
    this.#parent = parent;
    this.#number = number;
  }

  /** Returns the newest folder, and deletes older ones. It creates nothing. */
  static async find(parent: string): Promise<IndexFolder> {
    const numbers = (await namesIn(parent)).map((name) => Number(namePattern.exec(name)?.[1] ?? 0));
    const newest = Math.max(0, ...numbers);
    for (const number of numbers) if (number > 0 && number < newest) await remove(join(parent, `index-${number}`));
    return new IndexFolder(parent, newest);
  }

  /** Whether an index exists. */
  get isThere(): boolean {
    return this.#number > 0;
  }

  get path(): string {
    return join(this.#parent, `index-${this.#number}`);
  }

  /** Starts an empty folder and abandons the previous one. */
  async replace(): Promise<void> {
    const before = this.isThere ? this.path : null;
    this.#number += 1;
    await mkdir(this.path, { recursive: true, mode: 0o700 });
    if (before !== null) await remove(before);
  }
}

const remove = (path: string): Promise<void> => rm(path, { recursive: true, force: true });
