import { MoodyServer } from "./server.ts";
import type { Stage } from "./stage.ts";

/** The owner's server, which is told of events. */
export const openOwner = (stage: Stage, seed: number): MoodyServer =>
  new MoodyServer(stage, seed, ({ from, sentAtMs, body, headers }, deed) => {
    const { history } = stage;
    const { event_name: event, chat_id: chatId = null } = JSON.parse(body);
    const id = headers["webhook-id"] ?? "none";
    const attempt = Number(headers["webhook-attempt"]);
    history.tell(`owner is told ${event} of chat ${chatId} (${id}), ${attempt}, by ${from.name}: ${deed}`);
    // It did answer, whatever it said: nothing is tried again.
    const outcome = deed === "ok" || deed === "lie" ? "ok" : "failed";
    history.owner.push({ sentAtMs, process: from.name, id, attempt, event, chatId, body, outcome });
  });
