import type { Limits } from "../../../config/limits.ts";
import { addressGroup } from "../../../core/addresses/address-group.ts";
import { KeyCounts } from "../../../core/bounds/key-counts.ts";
import { ERROR_MESSAGE } from "../../../core/errors.ts";
import type { Failure } from "../../../core/result.ts";
import type { TransferTimes } from "../../http/exchange-watch.ts";

type TransferLimits = Pick<
  Limits,
  "fileTransfersMax" | "fileTransfersPerAddressMax" | "uploadIdleMs" | "uploadTimeoutMs" | "takeBytesPerSecondMin"
>;

/** Limits the transfers at once, in total and for each address, and the duration and slowness of each transfer. */
export class Transfers {
  readonly #times: TransferTimes;
  readonly #max: number;
  readonly #perAddressMax: number;
  readonly #whole: Transfers | null;
  readonly #groups = new KeyCounts();
  #count = 0;

  /** With `whole`, these are a part of those. */
  constructor(limits: TransferLimits, whole: Transfers | null = null) {
    this.#max = limits.fileTransfersMax;
    this.#perAddressMax = limits.fileTransfersPerAddressMax;
    const { uploadIdleMs: idleMs, uploadTimeoutMs: wholeMs, takeBytesPerSecondMin: bytesPerSecondMin } = limits;
    this.#times = { idleMs, wholeMs, bytesPerSecondMin };
    this.#whole = whole;
  }

  /** Runs one transfer for the client's address. Resolves at once with a failure when there are too many, else with `null`. */
  run(address: string, transfer: (times: TransferTimes) => Promise<void>): Promise<Failure | null> {
    return this.#runAs(addressGroup(address), transfer);
  }

  async #runAs(group: string, transfer: (times: TransferTimes) => Promise<void>): Promise<Failure | null> {
    if (this.#groups.count(group) >= this.#perAddressMax) return tooManyOfOne;
    if (this.#count >= this.#max) return tooMany;
    this.#count += 1;
    this.#groups.add(group);
    try {
      if (this.#whole !== null) return await this.#whole.#runAs(group, transfer);
      await transfer(this.#times);
      return null;
    } finally {
      this.#count -= 1;
      this.#groups.remove(group);
    }
  }
}

const tooMany: Failure = { code: "overloaded", message: ERROR_MESSAGE.overloaded };
const tooManyOfOne: Failure = {
  code: "rate_limited",
  message: "Too many uploads and downloads run at once from this address; try again when one of them has ended.",
};
