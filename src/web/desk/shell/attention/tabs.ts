import type { Browser } from "../../../shared/browser/browser.types.ts";

/** What the tabs of one agent in this browser agree on by locks, which go with a tab however it ends. */
export interface Tabs {
  /** One of them alone sounds and notifies. */
  isFirst(): boolean;
  /** This tab shows the chat to somebody now; null: none. */
  look(chatId: string | null): void;
  /** Whether any tab does. */
  isLookedAt(chatId: string): Promise<boolean>;
  stop(): void;
}

export function joinTabs(browser: Pick<Browser, "alone">, agentId: number): Tabs {
  const name = (what: string): string => `parley.desk.${agentId}.${what}`;
  let isFirst = false;
  let looked: string | null = null;
  let isOver = false;
  const leave = new Set<() => void>();

  /** Keeps the lock until it is given back; when its turn comes too late it is given back at once. */
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
