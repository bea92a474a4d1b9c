import type { Stage } from "./stage.ts";
import { MoodyServer } from "./server.ts";

/** The owner's server, which is told of events. */
export const openOwner = (stage: Stage, seed: number): MoodyServer =>
  new MoodyServer(stage, seed, ({ from, body, headers }, deed) => {
    const { history, time } = stage;
    const { event_name: event, chat_id: chatId = null } = JSON.parse(body);
    const id = headers["webhook-id"] ?? "none";
    const attempt = Number(headers["webhook-attempt"]);
    history.tell(`owner is told ${event} of chat ${chatId} (${id}), ${attempt}, by ${from.name}: ${deed}`);
    const request = { atMs: time.nowMs, process: from.name, id, attempt, event, chatId, body, endedAtMs: null as number | null };
    // It did answer: nothing is tried again.
    const outcome: "ok" | "failed" = deed === "ok" || deed === "lie" ? "ok" : "failed";
    const noted = { ...request, outcome };
    history.owner.push(noted);
    return () => {
      noted.endedAtMs = time.nowMs;
    };
  });
