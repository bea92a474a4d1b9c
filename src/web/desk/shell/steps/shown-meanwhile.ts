import type { DeskOfflineMessage } from "../../../../codec/desk/desk-offline.ts";

type ById = ReadonlyMap<string, DeskOfflineMessage>;

/** Records left messages that arrive during a read, because they are newer than its result. */
export interface ShownMeanwhile {
  note(message: DeskOfflineMessage): void;
  /** Resolves with the result and with the last recorded form of each message. */
  during<Read>(reading: Promise<Read>): Promise<{ readonly read: Read; readonly shown: ById }>;
}

export function createShownMeanwhile(): ShownMeanwhile {
  const readings = new Set<Map<string, DeskOfflineMessage>>();
  return {
    note(message) {
      for (const shown of readings) shown.set(message.id, message);
    },
    async during(reading) {
      const shown = new Map<string, DeskOfflineMessage>();
      readings.add(shown);
      try {
        return { read: await reading, shown };
      } finally {
        readings.delete(shown);
      }
    },
  };
}
