import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { namesIn } from "../core/files/names-in.ts";

const namePattern = /^index-([1-9][0-9]{0,8})$/;

/**
 * The folders of the archive's index, one after the other. A damaged folder is never opened again, because LMDB would reuse an
 * environment that is still open.
 */
export class IndexFolder {
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
