import type { Limits } from "../../../config/limits.ts";
import type { TransferTimes } from "../../exchange-watch.ts";

/** How many files may come and go at once. */
export class Transfers {
  readonly #times: TransferTimes;
  readonly #max: number;
  #count = 0;

  constructor(limits: Pick<Limits, "fileTransfersMax" | "uploadIdleMs" | "uploadTimeoutMs">) {
    this.#max = limits.fileTransfersMax;
    this.#times = { idleMs: limits.uploadIdleMs, wholeMs: limits.uploadTimeoutMs };
  }

  /** Runs one transfer; false, at once, when there are too many. */
  async run(transfer: (times: TransferTimes) => Promise<void>): Promise<boolean> {
    if (this.#count >= this.#max) return false;
    this.#count += 1;
    try {
      await transfer(this.#times);
    } finally {
      this.#count -= 1;
    }
    return true;
  }
}
