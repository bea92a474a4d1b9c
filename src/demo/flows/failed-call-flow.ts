import { busyReason } from "../cast/phones.ts";
import { siteChannel } from "../demo-config.ts";
import { at, textAt } from "../json.ts";
import { CallScene } from "./call-scene.ts";
import type { Flow } from "./stage.ts";
import { check, noticeMs } from "./stage.ts";

export const failedCallTitle = "11. A call that fails, and a message left instead";

const phone = "+442079460199";
const email = "kit@shop.example";
const text = "Your line was busy. Please write to me about order 1042.";

/** A call that fails, and an offline message instead. Source: CALL-03, WH-18. */
export const playFailedCallFlow: Flow = async (stage, customer, log) => {
  const { agent } = stage;
  const scene = await CallScene.open(stage, customer, phone, log);
  const { visitor, crm } = scene;
  const call = await scene.call(({ reason }) => reason === busyReason);
  const chat = await scene.untilShown(call);
  log.note(`The visitor and Kim are shown why: "${call.reason}". The visitor leaves a message instead.`);
  const comebacks = agent.socket.comebacks;
  const shown = agent.socket.sees(
    (frame) => textAt(frame, "offlineMessage", "text") === text && isOfSite(frame),
    noticeMs,
  );
  await visitor.ask("offline_message", { name: customer.name, email, text });
  const left = await crm.until("offline_message");
  const isShown = (await shown) || agent.socket.comebacks > comebacks;
  const { steps, isRight } = await scene.close(textAt(chat, "id"), ["start", "error"]);
  const failure = crm.arrivals.find(({ fields }) => textAt(fields, "call", "reason") === busyReason)?.fields;
  const words = [textAt(left.fields, "message"), textAt(left.fields, "visitor", "email")];
  return [
    check("the call failed as the gateway said", call.status === "error" && call.reason === busyReason, call),
    check("the agent was shown why", textAt(chat, "call", "reason") === busyReason, at(chat, "call")),
    check("the CRM received the begin and the failure of the call, once each", isRight, steps),
    check("with the reason", textAt(failure, "call", "reason") === busyReason, failure),
    check(
      "the CRM received the message that the visitor left, and the visitor",
      words.join() === [text, email].join(),
      words,
    ),
    check("with its own id", textAt(left.fields, "offline_message_id") !== "", left.fields),
    check("the agent was shown the message", isShown, isShown),
  ];
};

const isOfSite = (frame: unknown): boolean => textAt(frame, "offlineMessage", "channelId") === siteChannel;
