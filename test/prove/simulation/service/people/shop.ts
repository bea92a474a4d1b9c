import { MoodyServer } from "./server.ts";
import type { Stage } from "./stage.ts";

/** The customer system, which receives the messages of agents and bots. */
export const openShop = (stage: Stage, seed: number): MoodyServer =>
  new MoodyServer(stage, seed, ({ from, sentAtMs, body }, deed) => {
    const { message, recipient } = JSON.parse(body);
    const { history } = stage;
    const { id, type, text } = message;
    if (type === "typein" || type === "typeout") return;
    history.tell(`shop gets "${text}" (${id}) for ${recipient.id} from ${from.name}: ${deed}`);
    history.shop.push({ sentAtMs, deed, process: from.name, messageId: id, recipient: String(recipient.id), text });
  });
