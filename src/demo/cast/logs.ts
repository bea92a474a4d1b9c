import type { FlowLog } from "../flow-log.ts";

/** The logs that record what somebody of the cast sends and receives, by a key: a channel, a visitor, a number. */
export class Logs {
  readonly #logs = new Map<string | null, FlowLog>();

  /** From this call on, `log` records what belongs to the key. With `null` it records what belongs to no other key. */
  follow(key: string | null, log: FlowLog): void {
    this.#logs.set(key, log);
  }

  unfollow(key: string): void {
    this.#logs.delete(key);
  }

  of(key: string): FlowLog | null {
    return this.#logs.get(key) ?? this.#logs.get(null) ?? null;
  }
}
