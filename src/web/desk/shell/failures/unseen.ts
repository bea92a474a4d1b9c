import type { ReadonlySignal } from "@preact/signals";
import { signal } from "@preact/signals";
import { textsOf } from "../../../shared/language/texts.ts";
import type { FailuresAnswer } from "../../data/answers.types.ts";
import type { Desk } from "../../data/desk.ts";
import { failures } from "../../texts/en/failures.ts";
import { tellFailure } from "../notices.tsx";

const text = textsOf("failures", failures);

/** Failed events to bots and owners' servers, and failed mails, that no administrator has seen. Empty for other agents. */
export interface Unseen {
  readonly failures: ReadonlySignal<FailuresAnswer>;
  /** Marks them as seen for all administrators. Failures after the last read stay. */
  markSeen(): Promise<void>;
  follow(): () => void;
}

const none: FailuresAnswer = { count: 0, deliveryIds: [], deliveries: [] };
/** Several failures within this time cause one read. */
const gatherMs = 300;

export function createUnseen({ api, browser, surroundings, onNews, onReading }: Desk): Unseen {
  const failures = signal(none);
  let stopTimer: (() => void) | null = null;
  let asked = 0;
  const read = async (): Promise<void> => {
    stopTimer = null;
    asked += 1;
    const number = asked;
    const answer = await api.get<FailuresAnswer>("/api/failures");
    if (answer.ok && number === asked) failures.value = answer.value;
  };
  const isAdministrator = (): boolean => surroundings.peek().agent.role === "admin";
  return {
    failures,
    async markSeen() {
      const { deliveryIds } = failures.peek();
      if (deliveryIds.length === 0) return;
      const answer = await api.send("POST", "/api/failures/seen", { body: { deliveryIds } });
      if (answer.ok) await read();
      else tellFailure(text("notMarked"), answer.failure);
    },
    follow() {
      const readSoon = (): void => {
        if (isAdministrator()) stopTimer ??= browser.after(gatherMs, () => void read());
      };
      const ends = [
        onReading(readSoon),
        onNews(({ type }) => {
          if (type === "failures") readSoon();
        }),
      ];
      return () => {
        for (const end of ends) end();
        stopTimer?.();
        stopTimer = null;
      };
    },
  };
}
