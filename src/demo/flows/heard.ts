import type { AgentMessage } from "../customer-system/agent-message.ts";
import { parseAgentMessage } from "../customer-system/agent-message.ts";
import { within } from "../time.ts";

type Fits = (message: AgentMessage) => boolean;

const patienceMs = 3_000;
const certainMs = 30_000;

/** The messages that the service posted to a customer system, in order. */
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

  /** Waits up to 3 s for a message that may get lost. Resolves with whether the message came. */
  hears(awaited: string, fits: Fits): Promise<boolean> {
    return isSeen(awaited, this.#coming(fits));
  }

  /** Resolves with the first message with this text, received already or in the future. Rejects if no such message comes in time. */
  until(text: string): Promise<AgentMessage> {
    return within(
      certainMs,
      `"${text}" at the customer system`,
      this.#coming((message) => says(message, text)),
    );
  }

  /** The number of different messages with this text. Repeats do not count. */
  count(text: string): number {
    const said = this.#messages.flatMap((message) => (says(message, text) ? [message.id] : []));
    return new Set(said).size;
  }

  #coming(fits: Fits): Promise<AgentMessage> {
    return new Promise((resolve) => {
      const look = (): void => {
        const found = this.#messages.find(fits);
        if (found === undefined) return;
        this.#listeners.delete(look);
        resolve(found);
      };
      this.#listeners.add(look);
      look();
    });
  }
}

const says = (message: AgentMessage, text: string): message is Extract<AgentMessage, { kind: "said" }> =>
  message.kind === "said" && message.text.includes(text);

/** Resolves with whether `coming` resolves within 3 s. A typing notice is lost if the service crashes while it handles the notice. */
export const isSeen = (awaited: string, coming: Promise<unknown>): Promise<boolean> =>
  within(patienceMs, awaited, coming).then(
    () => true,
    () => false,
  );
