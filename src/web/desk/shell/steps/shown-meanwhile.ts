import type { DeskOfflineMessage } from "../../../../codec/desk/desk-offline.ts";

type ById = ReadonlyMap<string, DeskOfflineMessage>;

/** Notes what is shown of left messages while they are being read: it is newer than what is read. */
export interface ShownMeanwhile {
  note(message: DeskOfflineMessage): void;
  /** Answers what was read, and each message that was noted until then, as it was noted last. */
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
