/** The outcome of replies whose answers are known. */
export interface Arrivals {
  readonly answered: number;
  /** Answered, and never arrived. */
  readonly lost: number;
  /** Arrivals of replies that had already arrived. */
  readonly repeated: number;
  /** Replies whose first arrival came after the arrival of a later reply of their chat. */
  readonly late: number;
}

const replyLine = /^Reply (\d+) in chat (\w+)\./;

/** `answered`: how many replies of each chat were answered, counted from the first. `texts`: the replies that arrived, in order. */
export function compareArrivals(answered: ReadonlyMap<string, number>, texts: readonly string[]): Arrivals {
  const arrivedIn = new Map<string, Set<number>>();
  const latestIn = new Map<string, number>();
  let repeated = 0;
  let late = 0;
  for (const text of texts) {
    const [, number = "", chatId = ""] = replyLine.exec(text) ?? [];
    const arrived = arrivedIn.get(chatId) ?? new Set<number>();
    const latest = latestIn.get(chatId) ?? -1;
    if (arrived.has(Number(number))) repeated += 1;
    else if (Number(number) < latest) late += 1;
    arrivedIn.set(chatId, arrived.add(Number(number)));
    latestIn.set(chatId, Math.max(latest, Number(number)));
  }
  let lost = 0;
  for (const [chatId, count] of answered) {
    const arrived = [...(arrivedIn.get(chatId) ?? [])].filter((number) => number < count);
    lost += count - arrived.length;
  }
  return { answered: [...answered.values()].reduce((sum, count) => sum + count, 0), lost, repeated, late };
}
