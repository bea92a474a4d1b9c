/** The bounds that keep strangers from using up the service; each is a key of `limits`. */
export const quotaNames = [
  "visitorFileBytesPerDay",
  "visitorFilesPerDay",
  "visitorUploadsMax",
  "chatFileBytesMax",
  "chatFilesMax",
  "unansweredFileBytesMax",
  "unansweredFilesMax",
  "channelFileBytesMax",
  "addressBytesPerDay",
  "addressChatsPerHour",
  "addressVisitorsPerHour",
  "addressSocketsMax",
  "visitorSocketsMax",
  "addressWaitingBytesMax",
  "agentSocketsMax",
  "agentWaitingBytesMax",
  "agentFileBytesPerDay",
  "senderPerSecond",
  "takeIdleMs",
  "newVisitorsPerSecond",
  "filesFreeBytesMin",
  "chatsFreeBytesMin",
  "messagesFreeBytesMin",
] as const;
export type QuotaName = (typeof quotaNames)[number];

/** Counts the refusals of each bound since the start. */
export class Refusals {
  readonly #counts = new Map<QuotaName, number>(quotaNames.map((name) => [name, 0]));

  get counts(): ReadonlyMap<QuotaName, number> {
    return this.#counts;
  }

  count(name: QuotaName): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }
}
