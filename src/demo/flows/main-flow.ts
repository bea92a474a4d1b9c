import { shopChannel } from "../demo-config.ts";
import { textAt } from "../json.ts";
import type { Flow } from "./stage.ts";
import { beginChat, check, okAnswer, untilDelivered } from "./stage.ts";

export const mainTitle = "1. One message all the way, and the answer back";

const question = "Hello, is my order on its way?";
const reply = "Hello Ann, it left this morning.";

/** Source: CH-10. */
export const playMainFlow: Flow = async (stage, customer, log) => {
  const { agent, channels, endpoints } = stage;
  const posted: string[] = [];
  endpoints.play(shopChannel, {
    log,
    receive(message) {
      posted.push(textAt(message, "message", "text"));
      return okAnswer;
    },
  });
  const before = await channels.status(shopChannel, log);
  log.note("0: no agent is there. Kim logs in and opens the desk's socket.");
  await agent.connect(log);
  const after = await channels.status(shopChannel, log);
  log.note("1: an agent is there. Ann writes to the shop, the shop hands it on.");
  const { chatId, seenText } = await beginChat(stage, shopChannel, customer, question, log);
  const message = await agent.reply(chatId, reply, `main-${chatId}`, log);
  const ending = await untilDelivered(agent, message);
  await agent.close(chatId, log);
  return [
    check("the status was 0 without an agent and 1 with one", before.body === 0 && after.body === 1, [before, after]),
    check("the agent saw what the customer wrote", seenText === question, seenText),
    check("the customer system got the agent's answer", posted[0] === reply, posted),
    check("the agent was shown that it is delivered", ending.state === "delivered", ending),
  ];
};
