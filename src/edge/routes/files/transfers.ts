import type { AgentId } from "../../../../machines/ids.ts";
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

/** The part of the places beyond which a transfer that moves no byte may not go on. */
const scarceShare = 3 / 4;

/** Agents and strangers have the same number of places, and cannot take those of the others. */
type Kind = "agent" | "stranger";

/** Limits the number of simultaneous transfers, in total and for each caller, and the duration and slowness of each transfer. */
export class Transfers {
  readonly #limits: TransferLimits;
  readonly #whole: Transfers | null;
  readonly #counts = new KeyCounts();

  /** With `whole`, each of these transfers also counts towards the limits of `whole`. */
  constructor(limits: TransferLimits, whole: Transfers | null = null) {
    this.#limits = limits;
    this.#whole = whole;
  }

  /**
   * Runs one transfer for an agent, or for the address of a stranger; resolves with `null` when it has ended. If there are too
   * many transfers, it resolves at once with a failure.
   */
  run(caller: AgentId | string, transfer: (times: TransferTimes) => Promise<void>): Promise<Failure | null> {
    return typeof caller === "number"
      ? this.#runAs(`agent/${caller}`, "agent", transfer)
      : this.#runAs(addressGroup(caller), "stranger", transfer);
  }

  async #runAs(caller: string, kind: Kind, transfer: (times: TransferTimes) => Promise<void>): Promise<Failure | null> {
    if (this.#counts.count(caller) >= this.#limits.fileTransfersPerAddressMax) return tooManyOfOne;
    if (this.#counts.count(kind) >= this.#limits.fileTransfersMax) return tooMany;
    this.#counts.add(kind);
    this.#counts.add(caller);
    try {
      if (this.#whole !== null) return await this.#whole.#runAs(caller, kind, transfer);
      await transfer(this.#timesOf(kind));
      return null;
    } finally {
      this.#counts.remove(kind);
      this.#counts.remove(caller);
    }
  }

  #timesOf(kind: Kind): TransferTimes {
    const { uploadIdleMs, uploadTimeoutMs, takeBytesPerSecondMin, fileTransfersMax } = this.#limits;
    return {
      idleMs: uploadIdleMs,
      wholeMs: uploadTimeoutMs,
      bytesPerSecondMin: takeBytesPerSecondMin,
      isScarce: () => this.#counts.count(kind) > fileTransfersMax * scarceShare,
    };
  }
}

const tooMany: Failure = { code: "overloaded", message: ERROR_MESSAGE.overloaded };
const tooManyOfOne: Failure = {
  code: "rate_limited",
  message: "Too many of your uploads and downloads run at once; try again when one of them has ended.",
};
