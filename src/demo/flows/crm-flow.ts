import { cardLink, ordersRow } from "../cast/crm.ts";
import type { ScriptedVisitor } from "../cast/visitor.ts";
import type { Check } from "../demo-event.ts";
import type { FlowLog } from "../flow-log.ts";
import { at, textAt } from "../json.ts";
import { inSeconds } from "../time.ts";
import { CrmWatch } from "./crm-watch.ts";
import type { Conversation, Customer, Flow, Stage } from "./stage.ts";
import { check, enterSite, untilSaid } from "./stage.ts";

const page = {
  url: "https://shop.example/bells?utm_source=newsletter&utm_campaign=autumn&utm_medium=email",
  title: "Bicycle bells",
};
const question = "Do you have a bell for a tandem?";
const reply = "Hello Ivy, we have two.";
const contact = { email: "ivy@mailbox.example", phone: "+442079460122" };

/** The delay of the second attempt. Source: WH-36. */
const secondAttemptMs = 5_000;
/** On a busy machine, two requests may arrive closer to each other than they were sent. */
const earlyToleranceMs = 300;
/** The delay, its random lengthening by up to a fifth, and the extra time of a busy machine. */
const secondAttemptByMs = 12_000;

interface Scene extends Stage {
  readonly customer: Customer;
  readonly log: FlowLog;
  readonly watch: CrmWatch;
  readonly visitor: ScriptedVisitor;
  readonly chatId: string;
}

/** The CRM receives the events of a chat. Source: WH-14 to WH-17, WH-20, WH-24 to WH-28, WH-39, WH-40, WH-42. */
const playCrmFlow: Flow = async (stage, customer, log) => {
  const { agent, crm } = stage;
  const watch = new CrmWatch(stage, customer.id, log, "chat_updated");
  const { visitor, number } = await enterSite(stage, customer, page, log);
  await visitor.ask("message", { text: question });
  const offered = await agent.socket.until("the visitor's chat on the desk's socket", (frame) => {
    return at(frame, "type") === "chat" && textAt(frame, "chat", "client", "number") === number;
  });
  const chatId = textAt(offered, "chat", "id");
  await untilSaid(agent, chatId, question);
  const scene = { ...stage, customer, log, watch, visitor, chatId };
  const checks = [
    ...(await playCard(scene)),
    ...(await playChange(scene)),
    ...(await playEnd(scene)),
    await playSecondAttempt(scene),
  ];
  visitor.socket.leave();
  watch.end();
  const names = watch.each(({ event }) => event);
  const order = ["chat_accepted", "chat_updated", "chat_assigned", "chat_finished"];
  return [
    ...checks,
    check("four events, each once and in the order in which they happened", names.join() === order.join(), names),
    check("the CRM found every signature valid", crm.refusals() === 0, crm.refusals()),
  ];
};

/** Kim accepts the chat, and the desk shows the CRM's answer next to it. */
async function playCard({ agent, customer, log, watch, visitor, chatId }: Scene): Promise<readonly Check[]> {
  log.note("Kim takes the chat. The CRM is notified, knows the client, and its answer is shown to Kim.");
  await agent.accept(chatId, log);
  const { fields: body } = await watch.until("chat_accepted");
  const card = cardLink(textAt(body, "visitor", "number"));
  const frame = await agent.socket.until("the CRM's data on the desk's socket", (frame) => {
    return textAt(frame, "chat", "id") === chatId && textAt(frame, "chat", "crmLink") === card;
  });
  await agent.reply(chatId, reply, `crm-${chatId}`, log);
  await visitor.socket.until(`"${reply}"`, (said) => textAt(said, "message", "text") === reply);
  const chat = at(frame, "chat");
  const shown = JSON.stringify(at(chat, "customData"));
  const source = textAt(body, "session", "utm_json", "source");
  return [
    check("the CRM received who wrote and where the visitor came from", source === "newsletter", body),
    check("with the token that the shop gave the visitor", textAt(body, "user_token") === customer.id, body),
    check("its data, its name and its card are shown to the agent", isCard(chat, shown), [chat, shown]),
  ];
}

const isCard = (chat: unknown, shown: string): boolean =>
  shown.includes(ordersRow.content) && at(chat, "canAssign") === true && textAt(chat, "client", "name") === "Ivy Moss";

/**
 * The visitor fills in the contact form, and the CRM refuses this event. Kim binds the chat; that event does not wait for the
 * refused one.
 */
async function playChange({ agent, log, watch, visitor, chatId }: Scene): Promise<readonly Check[]> {
  await visitor.ask("contact", contact);
  const { fields: body } = await watch.until("chat_updated");
  log.note("The CRM failed: the same event is sent again 5 s later. Meanwhile Kim binds the chat to the card.");
  await agent.bind(chatId, log);
  const assigned = await watch.until("chat_assigned");
  const card = cardLink(textAt(body, "visitor", "number"));
  const filled = { email: textAt(body, "visitor", "email"), phone: textAt(body, "visitor", "phone") };
  return [
    check("the CRM received what the visitor filled in", isEqual(filled, contact), filled),
    check("and the card to which the chat was bound", textAt(assigned.fields, "assign_to") === card, assigned.fields),
  ];
}

const isEqual = (one: object, other: object): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The visitor rates the chat, Kim closes it, and the CRM receives its log. */
async function playEnd({ agent, log, watch, visitor, chatId }: Scene): Promise<readonly Check[]> {
  await visitor.ask("rate", { value: "positive" });
  await agent.close(chatId, log);
  const { fields: body } = await watch.until("chat_finished");
  const messages = at(body, "chat", "messages");
  const said = Array.isArray(messages) ? messages.map((entry) => textAt(entry, "message")) : [];
  const rate = textAt(body, "chat", "rate");
  log.note(`The CRM has the complete chat: ${said.map((words) => `"${words}"`).join(", ")}; rated ${rate}.`);
  return [
    check("the end of the chat came with its log", said.join() === [question, reply].join(), said),
    check("and the visitor's rating", rate === "positive", rate),
  ];
}

async function playSecondAttempt({ watch, log, agent, visitor }: Scene): Promise<Check> {
  const name = "the failed event was sent again after 5 s with the same id, and delayed no other event";
  const isUpdate = ({ event }: { readonly event: string }): boolean => event === "chat_updated";
  // If the service crashes after the CRM has received the event, the next attempt is made much later.
  const again = await watch.until("chat_updated", 2, secondAttemptByMs).catch(() => null);
  const first = watch.arrivals.find(isUpdate);
  const others = watch.arrivals.filter(({ atMs }) => atMs > (first?.atMs ?? 0) && atMs < (again?.atMs ?? 0));
  const seen = { first: first?.id, again: again?.id, between: others.map(({ event }) => event) };
  if (first === undefined || again === null)
    return check(name, agent.socket.comebacks + visitor.socket.comebacks > 0, seen);
  const afterMs = again.atMs - first.atMs;
  log.note(`^ ${inSeconds(afterMs)} after the first attempt.`);
  const isLater = afterMs >= secondAttemptMs - earlyToleranceMs && again.attempt > first.attempt;
  const hasPassed = seen.between.includes("chat_finished") || visitor.socket.comebacks > 0;
  return check(name, isLater && again.id === first.id && hasPassed, seen);
}

export const crmConversation: Conversation = {
  name: "crm",
  title: "9. A CRM receives the events of a chat, and one event only at the second attempt",
  customerName: "Ivy",
  flow: playCrmFlow,
};
