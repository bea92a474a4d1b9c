import type { Limits } from "../../../config/limits.ts";
import type { TransferTimes } from "../../exchange-watch.ts";

/** How many files may come and go at once. */
export class Transfers {
  readonly #times: TransferTimes;
  readonly #max: number;
  readonly #whole: Transfers | null;
  #count = 0;

  /** With `whole`, these are a part of those. */
  constructor(
    limits: Pick<Limits, "fileTransfersMax" | "uploadIdleMs" | "uploadTimeoutMs">,
    whole: Transfers | null = null,
  ) {
    this.#max = limits.fileTransfersMax;
    this.#times = { idleMs: limits.uploadIdleMs, wholeMs: limits.uploadTimeoutMs };
    this.#whole = whole;
  }

  /** Runs one transfer; false, at once, when there are too many. */
  async run(transfer: (times: TransferTimes) => Promise<void>): Promise<boolean> {
    if (this.#count >= this.#max) return false;
    this.#count += 1;
    try {
      if (this.#whole !== null) return await this.#whole.run(transfer);
      await transfer(this.#times);
      return true;
    } finally {
      this.#count -= 1;
    }
  }
}
