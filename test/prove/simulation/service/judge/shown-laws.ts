import type { Evidence } from "./evidence.ts";

/** The last state that a desk received is the stored state. The desk misses no message since it was ready. */
export function deskFaults({ desks, stored, history }: Evidence): readonly string[] {
  return desks.flatMap(({ agent, shown, chats, firstReadyAtMs, ...desk }) => {
    if (firstReadyAtMs === null) return [];
    const faults: string[] = [];
    const isUpToDate = desk.isOpen && !desk.wasResynced;
    for (const { chat, messages } of stored.chats) {
      const inChat = shown.get(chat.id);
      const saidAfter = new Set(
        [...history.said, ...history.replied]
          .filter(({ askedAtMs }) => askedAtMs > firstReadyAtMs)
          .map(({ text }) => text),
      );
      const isSeenWhole = saidAfter.has(messages[0]?.text ?? "");
      for (const { seq, text, delivery } of messages) {
        const seen = inChat?.get(seq);
        if (seen === undefined) {
          const isDue = isUpToDate && (isSeenWhole || saidAfter.has(text));
          if (isDue && chat.state !== "blocked") faults.push(`${chat.id}/${seq} "${text}" was never shown`);
        } else if (seen.text !== text) faults.push(`${chat.id}/${seq} is "${text}", and was shown as "${seen.text}"`);
        else if (seen.delivery?.state !== delivery?.state && isUpToDate)
          faults.push(
            `${chat.id}/${seq} "${text}" is ${delivery?.state}, and was shown as ${seen.delivery?.state} last`,
          );
      }
      for (const [seq, { text }] of inChat ?? [])
        if (messages[seq - 1]?.text !== text) faults.push(`${chat.id}/${seq} "${text}" was shown and is not stored`);
      const state = chats.get(chat.id)?.state;
      if (state !== undefined && state !== chat.state && isUpToDate)
        faults.push(`chat ${chat.id} is ${chat.state}, and was shown as ${state} last`);
    }
    for (const chatId of shown.keys())
      if (!stored.chats.some(({ chat }) => chat.id === chatId))
        faults.push(`chat ${chatId} was shown and is not stored`);
    return faults.map((fault) => `desk of ${agent}: ${fault}`);
  });
}

/** A page received all messages that its visitor may see, without a gap, and no message that is not stored. */
export function pageFaults({ pages, stored }: Evidence): readonly string[] {
  return pages.flatMap(({ name, number, shown }) => {
    const own = stored.chats.filter(({ chat }) => chat.client.number === number);
    const missing = own.flatMap(({ chat, messages }) =>
      messages
        .filter(({ from, hidden }) => (from === "client" || from === "agent") && !hidden)
        .filter(({ seq, text }) => shown.get(chat.id)?.get(seq) !== text)
        .map(({ seq, text }) => `${chat.id}/${seq} "${text}" was not shown`),
    );
    const strange = [...shown].flatMap(([chatId, messages]) =>
      [...messages]
        .filter(([seq, text]) => own.find(({ chat }) => chat.id === chatId)?.messages[seq - 1]?.text !== text)
        .map(([seq, text]) => `${chatId}/${seq} "${text}" was shown and is not stored`),
    );
    return [...missing, ...strange].map((fault) => `page of ${name}: ${fault}`);
  });
}

/** A client on the blacklist is offered to nobody, and no message that it writes then is shown. Source: WH-20. */
export function blacklistFaults({ history, stored }: Evidence): readonly string[] {
  return [...history.blacklisted].flatMap(([chatId, { fromMs }]) => {
    const client = stored.chats.find(({ chat }) => chat.id === chatId)?.chat.client;
    const later = stored.chats.filter(
      ({ chat }) => chat.client.number === client?.number && Number(chat.id) > Number(chatId),
    );
    return later.flatMap(({ chat }) =>
      history.chatsSeen
        .filter((seen) => seen.chatId === chat.id && seen.atMs > fromMs && seen.state !== "blocked")
        .map(({ state, agent }) => `chat ${chat.id} of a client on the blacklist was shown to ${agent} as ${state}`),
    );
  });
}

/** The longest time until the service notices that a connection broke. Source: CH-13. */
const noticedMs = 15_300;

/** The status is `1` while an agent of the channel is online, otherwise `0`. Source: CH-12, CH-13. */
export function statusFaults(evidence: Evidence): readonly string[] {
  const { history, desks } = evidence;
  return history.statuses.flatMap(({ askedAtMs, answeredAtMs, status }) => {
    const fromMs = askedAtMs - noticedMs;
    if (history.outages.some((outage) => outage.fromMs <= answeredAtMs && outage.untilMs + noticedMs >= fromMs))
      return [];
    const stateOf = (desk: Evidence["desks"][number]): string => {
      const before = desk.presence.filter(({ atMs }) => atMs < fromMs).at(-1)?.state ?? "gone";
      const between = desk.presence.filter(({ atMs }) => atMs >= fromMs && atMs <= answeredAtMs);
      return between.every(({ state }) => state === before) ? before : "maybe";
    };
    const states = desks.map(stateOf);
    if (status === "0" && states.includes("here"))
      return [`the status is 0 at ${history.at(askedAtMs)}, and an agent is there`];
    if (status === "1" && states.every((state) => state === "gone"))
      return [`the status is 1 at ${history.at(askedAtMs)}, and no agent is there`];
    return [];
  });
}
