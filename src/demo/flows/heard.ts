import type { AgentMessage } from "../customer-system/agent-message.ts";
import { parseAgentMessage } from "../customer-system/agent-message.ts";
import { within } from "../time.ts";

type Fits = (message: AgentMessage) => boolean;

const patienceMs = 3_000;

/** What the service posted to a customer system, in order. */
export class Heard {
  readonly #messages: AgentMessage[] = [];
  readonly #listeners = new Set<() => void>();

  add(body: unknown): void {
    this.#messages.push(parseAgentMessage(body));
    for (const listener of [...this.#listeners]) listener();
  }

  get messages(): readonly AgentMessage[] {
    return this.#messages;
  }

  /** Waits a little for what may get lost; whether it came. */
  async hears(awaited: string, fits: Fits): Promise<boolean> {
    const came = new Promise<void>((resolve) => {
      const look = (): void => {
        if (!this.#messages.some(fits)) return;
        this.#listeners.delete(look);
        resolve();
      };
      this.#listeners.add(look);
      look();
    });
    return isSeen(awaited, came);
  }
}

/** Whether it comes, within 3 s: a typing notice is lost where the service dies with it. */
export const isSeen = (awaited: string, coming: Promise<unknown>): Promise<boolean> =>
  within(patienceMs, awaited, coming).then(
    () => true,
    () => false,
  );
