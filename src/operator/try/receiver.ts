import type { CallReport, WebhookEventName } from "../../../machines/tells.ts";
import { endpointEvents } from "../../codec/settings/webhook-events.ts";
import { calls, eventBody, finishedBody, longLog, sparseBody, withLaterKeys } from "./bodies.ts";
import type { Check, Judged } from "./checks.ts";
import { failed, passed, worst } from "./checks.ts";
import type { Answered, Post, Sender } from "./service-requests.ts";
import { signatureBasis, signatureChecks } from "./signature-checks.ts";
import { accepted } from "./verdicts.ts";

export interface ReceiverScene {
  readonly sender: Sender;
  readonly hasSecret: boolean;
  newId(): string;
  /** A chat that no run has had before. */
  newChatId(): string;
  /** The first event, which several rows judge. */
  first: Promise<Answered> | null;
}

/** The most requests of one run. */
export const receiverRequestsMax = 50;

const send = ({ sender, newId }: ReceiverScene, body: string, more: Partial<Post> = {}): Promise<Answered> =>
  sender.post({ id: newId(), body, ...more });

const firstEvent = (scene: ReceiverScene): Promise<Answered> =>
  (scene.first ??= send(scene, eventBody("chat_accepted", scene.newChatId())));

/** A row about the first event, which fails when `isBroken`. */
const basis = (rule: string, expects: string, isBroken: (answered: Answered) => boolean): Check<ReceiverScene> => ({
  rule,
  does: "posts chat_accepted",
  expects,
  isBasis: true,
  async judge(scene) {
    const answered = await firstEvent(scene);
    return isBroken(answered) ? accepted(answered) : passed(answered.note);
  },
});

/** A row about the data in the answer to the first event. The service drops a field that it cannot use, and notes why. */
const data = (rule: string, key: string, expects: string, note: RegExp): Check<ReceiverScene> => ({
  rule,
  does: `reads ${key} in the answer to chat_accepted`,
  expects,
  async judge(scene) {
    const answered = await firstEvent(scene);
    const dropped = answered.note?.split("; ").find((text) => note.test(text));
    return dropped === undefined ? passed() : failed(dropped, answered.request);
  },
});

/** A row that posts these bodies, one after another, and expects a positive answer to each. */
const takes = (rule: string, does: string, bodies: (chatId: string) => readonly string[]): Check<ReceiverScene> => ({
  rule,
  does,
  expects: "a positive answer within 10 s",
  async judge(scene) {
    const judged: Judged[] = [];
    for (const body of bodies(scene.newChatId())) judged.push(accepted(await send(scene, body)));
    return worst(judged);
  },
});

const event = (rule: string, name: WebhookEventName): Check<ReceiverScene> =>
  takes(rule, `posts ${name}`, (chatId) => [eventBody(name, chatId)]);

/** A receiver of the webhook URL need not know an event that has neither a chat nor a visitor. */
const eventsOfChats = endpointEvents.filter((name) => name !== "agent_presence");

const statuses = Object.keys(calls) as readonly CallReport["status"][];

const repeated: Check<ReceiverScene> = {
  rule: "WH-39",
  does: "posts an event again with the same webhook-id, as after a lost answer",
  expects: "a positive answer",
  async judge(scene) {
    const id = scene.newId();
    const body = eventBody("chat_updated", scene.newChatId());
    const one = accepted(await send(scene, body, { id }));
    return one.outcome === "passed" ? accepted(await send(scene, body, { id, attempt: 2 })) : one;
  },
};

const later: readonly Check<ReceiverScene>[] = [
  takes("VER-05", "posts chat_accepted with keys that a later version may add", (chatId) => [
    withLaterKeys(eventBody("chat_accepted", chatId)),
  ]),
  takes("WH-02", "posts an event with a name that a later version may add", (chatId) => [
    eventBody("chat_updated", chatId).replace('"chat_updated"', '"chat_added_later"'),
  ]),
];

export const receiverChecks: readonly Check<ReceiverScene>[] = [
  signatureBasis("WH-40", firstEvent),
  basis(
    "WH-35",
    "a 2xx status within 10 s, without a redirect",
    ({ failure }) => failure !== null && failure.kind !== "error_answer",
  ),
  basis("WH-31", "a result of ok, if there is one", ({ failure }) => failure !== null),
  data("WH-25", "custom_data", "rows that the service can show", /custom_data/),
  data("WH-26", "contact_info", "contacts that the service can show", /contact_info/),
  data("WH-28", "crm_link and enable_assign", "a link, if there is a button", /crm_link|enable_assign/),
  data("WH-29", "page", "a page with an http or https address", /Field page/),
  event("WH-16", "chat_updated"),
  event("WH-15", "chat_assigned"),
  event("WH-17", "chat_finished"),
  event("WH-18", "offline_message"),
  takes("CALL-02", "posts call_event with each status of a call", (chatId) =>
    statuses.map((status) => eventBody("call_event", chatId, calls[status])),
  ),
  takes("WH-44", "posts each event of a chat that only endpoints get", (chatId) =>
    eventsOfChats.map((name) => eventBody(name, chatId)),
  ),
  takes("WH-11", "posts an event about a client of whom nothing is known", (chatId) => [sparseBody(chatId)]),
  takes("WH-20", "posts chat_finished with a log of 100 KB", (chatId) => [finishedBody(chatId, longLog())]),
  repeated,
  takes("WH-42", "posts chat_accepted after chat_finished of the same chat, as a late attempt", (chatId) =>
    (["chat_finished", "chat_accepted"] as const).map((name) => eventBody(name, chatId)),
  ),
  ...later,
  ...signatureChecks<ReceiverScene>("WH-40", (scene, signed) =>
    send(scene, eventBody("chat_updated", scene.newChatId()), { signed }),
  ),
];
