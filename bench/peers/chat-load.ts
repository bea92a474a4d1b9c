import { setTimeout as delay } from "node:timers/promises";
import type { ChatOrder, ChatReport } from "../load/clients/turns.ts";
import { createPoster } from "./poster.ts";

const paceEveryMs = 5;
let customersSoFar = 0;

/** Opens chats at a steady pace, one message of a new customer each. */
export async function runChatLoad({ url, path, seconds, connections, perSecond }: ChatOrder): Promise<ChatReport> {
  const poster = createPoster(url, connections);
  const startedAtMs = performance.now();
  let sent = 0;
  let answered = 0;
  let open = 0;
  const send = (): void => {
    sent += 1;
    open += 1;
    customersSoFar += 1;
    const body = `{"sender":{"id":"new-${customersSoFar}"},"message":{"type":"text","text":"Is anybody there?"}}`;
    poster.post(path, body, (status) => {
      open -= 1;
      if (status === 200) answered += 1;
    });
  };
  for (let passedMs = 0; passedMs < seconds * 1000; passedMs = performance.now() - startedAtMs) {
    while (sent < (passedMs / 1000) * perSecond) send();
    await delay(paceEveryMs);
  }
  while (open > 0) await delay(paceEveryMs);
  await poster.close();
  return { sent, answered };
}
