import { MoodyServer } from "./server.ts";
import type { Stage } from "./stage.ts";

/** The owner's server, which receives events. */
export const openOwner = (stage: Stage, seed: number): MoodyServer =>
  new MoodyServer(stage, seed, (request, deed) => {
    const { from, sentAtMs, body, headers } = request;
    const { history } = stage;
    const { event_name: event, chat_id: chatId = null } = JSON.parse(body);
    const id = headers["webhook-id"] ?? "none";
    const attempt = Number(headers["webhook-attempt"]);
    history.tell(`owner is told ${event} of chat ${chatId} (${id}), ${attempt}, by ${from.name}: ${deed}`);
    // The server did respond with success, whatever the body contains, so there is no retry.
    const outcome = deed === "ok" || deed === "lie" ? "ok" : "failed";
    const sent = { sentAtMs, heardAtMs: null, process: from.name, id, attempt, event, chatId, body, outcome } as const;
    history.owner.push(history.awaitHeard(sent, request));
  });
