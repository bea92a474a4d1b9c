import { receipt } from "../cast/agent.ts";
import { shopChannel } from "../demo-config.ts";
import type { Check } from "../demo-event.ts";
import type { FlowLog } from "../flow-log.ts";
import { at, textAt } from "../json.ts";
import type { Conversation, Customer, Flow, Stage } from "./stage.ts";
import { beginChat, check, heardFor, noticeMs, untilDelivered, untilSaid } from "./stage.ts";

const invite = "Shall we look up your order?";
const page = "https://shop.example/orders/1042";
const question = "Hello, is my order on its way?";
const reply = "Hello Ann, it left this morning.";
const wish = "Could I have the receipt?";
const comment = "Here it is.";

interface Scene extends Stage {
  readonly customer: Customer;
  readonly log: FlowLog;
  readonly chatId: string;
}

/** The status, a message, an answer, typing and a file. Source: CH-10. */
const playMainFlow: Flow = async (stage, customer, log) => {
  const { agent, channels, shop } = stage;
  shop.play(shopChannel, log);
  const before = await channels.status(shopChannel, log);
  log.note("0: no agent is there. Kim logs in and opens the desk's socket.");
  await agent.connect(log);
  const after = await channels.status(shopChannel, log);
  log.note("1: an agent is there. The shop invited Ann to write, and passes on her message and her page.");
  const inviting = { ...customer, invite, url: page };
  const { chatId, chat, seenText } = await beginChat(stage, shopChannel, inviting, question, log);
  const shown = { text: seenText, invite: textAt(chat, "client", "invite"), page: textAt(chat, "page", "url") };
  const scene = { ...stage, customer, log, chatId };
  const checks = [...(await playTyping(scene)), ...(await playFile(scene))];
  await agent.close(chatId, log);
  return [
    check("the status was 0 without an agent and 1 with one", before.body === 0 && after.body === 1, [before, after]),
    check("the agent saw what the customer wrote", shown.text === question, shown),
    check("and the invitation and the page she wrote from", shown.invite === invite && shown.page === page, shown),
    ...checks,
  ];
};

/** Kim answers, and Ann asks again. Each is shown that the other is typing. Source: CH-45. */
async function playTyping(scene: Scene): Promise<readonly Check[]> {
  const { agent, channels, customer, log, chatId, shop } = scene;
  const comebacks = agent.socket.comebacks;
  log.note("Kim types, then answers; the end of typing comes with the answer.");
  await agent.type(chatId, log);
  const heardKim = await shop.facts.isSeen(
    () => heardFor(scene, shopChannel).find(({ type }) => type === "typein"),
    noticeMs,
  );
  const ending = await untilDelivered(agent, await agent.reply(chatId, reply, `main-${chatId}`, log));
  log.note("Ann types, then asks another question.");
  // The checks below report a lost notice.
  await channels.type(shopChannel, customer.id, "typein", log).catch(() => undefined);
  const sawAnn = await agent.socket.sees(
    (frame) => at(frame, "type") === "typing" && textAt(frame, "chatId") === chatId,
    noticeMs,
  );
  await channels.send(shopChannel, { sender: customer, text: wish, key: `${customer.id}-wish` }, log);
  await untilSaid(agent, chatId, wish);
  const answers = heardFor(scene, shopChannel).map(({ text, type }) => text || type);
  const isShown = (heardKim && sawAnn) || agent.socket.comebacks > comebacks;
  return [
    check("each was shown that the other one types", isShown, { heardKim, sawAnn }),
    check("the customer system got the agent's answer", answers.includes(reply), answers),
    check("the agent was shown that it is delivered", ending.state === "delivered", ending),
  ];
}

/** Kim uploads a file and sends it. Everybody with its link can read the file. Source: CH-59, CH-60. */
async function playFile(scene: Scene): Promise<readonly Check[]> {
  const { agent, channels, log, chatId } = scene;
  log.note("Kim uploads the receipt and sends it. The shop gets a link that needs no login.");
  const message = await agent.sendFile(chatId, receipt, comment, `main-file-${chatId}`, log);
  const ending = await untilDelivered(agent, message);
  const heard = heardFor(scene, shopChannel).map(({ fields }) => at(fields, "message"));
  const file = heard.find((said) => textAt(said, "file") !== "");
  const name = textAt(file, "file_name");
  const read = file === undefined ? null : await channels.readFile(textAt(file, "file"), log);
  return [
    check("the file was delivered, with its name", ending.state === "delivered" && name === receipt.name, ending),
    check("its link leads to what was uploaded", read?.body === receipt.content, read),
  ];
}

export const mainConversation: Conversation = {
  name: "main",
  title: "1. A complete conversation: an invitation, typing, answers and a file",
  customerName: "Ann",
  flow: playMainFlow,
};
