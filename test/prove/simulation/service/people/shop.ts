import { MoodyServer } from "./server.ts";
import type { Stage } from "./stage.ts";

/** The customer system, which receives the messages of agents and bots. */
export const openShop = (stage: Stage, seed: number): MoodyServer =>
  new MoodyServer(stage, seed, (request, deed) => {
    const { from, sentAtMs, body } = request;
    const { message, recipient } = JSON.parse(body);
    const { history } = stage;
    const { id, type, text } = message;
    if (type === "typein" || type === "typeout") return;
    history.tell(`shop gets "${text}" (${id}) for ${recipient.id} from ${from.name}: ${deed}`);
    const sent = { sentAtMs, heardAtMs: null, deed, process: from.name, messageId: id, text };
    history.shop.push(history.awaitHeard({ ...sent, recipient: String(recipient.id) }, request));
  });
