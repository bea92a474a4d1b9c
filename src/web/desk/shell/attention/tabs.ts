import type { Browser } from "../../../shared/browser/browser.types.ts";

/** Agreements between the tabs of one agent in this browser, by locks. A lock ends with its tab. */
export interface Tabs {
  /** Only the first tab plays sounds and shows notifications. */
  isFirst(): boolean;
  /** Marks the chat as viewed in this tab; null: no chat. */
  look(chatId: string | null): void;
  /** Whether the chat is viewed in any tab. */
  isLookedAt(chatId: string): Promise<boolean>;
  stop(): void;
}

export function joinTabs(browser: Pick<Browser, "alone">, agentId: number): Tabs {
  const name = (what: string): string => `parley.desk.${agentId}.${what}`;
  let isFirst = false;
  let looked: string | null = null;
  let isOver = false;
  const leave = new Set<() => void>();

  /** Holds the lock until its release. A lock that is granted too late is released at once. */
  const hold = (lock: string, isWanted: () => boolean, held: () => void = () => undefined): (() => void) => {
    let release = (): void => undefined;
    void browser.alone(name(lock), () =>
      isWanted()
        ? new Promise<void>((resolve) => {
            release = resolve;
            held();
          })
        : Promise.resolve(),
    );
    return () => release();
  };
  leave.add(
    hold(
      "attention",
      () => !isOver,
      () => {
        isFirst = true;
      },
    ),
  );
  let lookAway = (): void => undefined;
  leave.add(() => lookAway());
  return {
    isFirst: () => isFirst,
    look(chatId) {
      if (chatId === looked) return;
      lookAway();
      looked = chatId;
      lookAway = chatId === null ? () => undefined : hold(`looking.${chatId}`, () => !isOver && looked === chatId);
    },
    async isLookedAt(chatId) {
      if (chatId === looked) return true;
      const { held = [] } = (await navigator.locks?.query()) ?? {};
      return held.some((lock) => lock.name === name(`looking.${chatId}`));
    },
    stop() {
      isOver = true;
      looked = null;
      for (const each of leave) each();
    },
  };
}
