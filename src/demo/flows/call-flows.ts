import type { MadeReport } from "../cast/phones.ts";
import { busyReason } from "../cast/phones.ts";
import type { ScriptedVisitor, ShownCall } from "../cast/visitor.ts";
import { agentPhone, siteChannel } from "../demo-config.ts";
import type { FlowLog } from "../flow-log.ts";
import { at, textAt } from "../json.ts";
import { CrmWatch } from "./crm-watch.ts";
import type { Conversation, Customer, Flow, Stage } from "./stage.ts";
import { check, enterSite, noticeMs } from "./stage.ts";

const contactPage = { url: "https://shop.example/contact", title: "Contact" };
/** After this number of calls that a crash of the service ended, the visitor does not ask again. */
const lostMax = 2;
/** Source: CALL-08. */
const noAgent = "No agent available";

/** Steps of calls, in the order of their first events for the CRM. */
interface CallSteps {
  readonly steps: readonly string[];
  readonly expected: readonly string[];
  /** Whether the CRM received each expected step exactly once. */
  readonly isRight: boolean;
}

/** A visitor who asks for a call, the gateway that places it, and the CRM that receives its events. */
class CallScene {
  readonly crm: CrmWatch;
  readonly visitor: ScriptedVisitor;
  readonly #stage: Stage;
  readonly #phone: string;
  readonly #log: FlowLog;
  readonly #lost: ShownCall[] = [];

  private constructor(stage: Stage, visitor: ScriptedVisitor, crm: CrmWatch, phone: string, log: FlowLog) {
    this.#stage = stage;
    this.visitor = visitor;
    this.crm = crm;
    this.#phone = phone;
    this.#log = log;
  }

  /** Opens the visitor's page, from which the visitor asks for calls. */
  static async open(stage: Stage, customer: Customer, phone: string, log: FlowLog): Promise<CallScene> {
    const crm = new CrmWatch(stage, customer.id, log);
    stage.phones.logs.follow(phone, log);
    const { visitor } = await enterSite(stage, customer, contactPage, log);
    return new CallScene(stage, visitor, crm, phone, log);
  }

  /**
   * The visitor asks for a call and waits for its end. The service does not place a call again if the service crashed while the call
   * began. The visitor then asks for a new call.
   */
  async call(isMeant: (call: ShownCall) => boolean): Promise<ShownCall> {
    for (;;) {
      const comebacks = this.visitor.socket.comebacks;
      const call = await this.visitor.call(this.#phone);
      const isLost = !isMeant(call) && this.visitor.socket.comebacks > comebacks;
      if (!isLost || this.#lost.length === lostMax) return call;
      this.#lost.push(call);
      this.#log.note(
        `The service was killed while the call began, and reports this ("${call.reason}"): the visitor asks again.`,
      );
    }
  }

  /** The newest call to this visitor that the gateway placed, with its reports. */
  placed(): { readonly agentPhone: string; readonly reports: readonly MadeReport[] } | undefined {
    const { phones } = this.#stage;
    const call = phones.askedOf(this.#phone).at(-1);
    return call === undefined ? undefined : { agentPhone: call.agentPhone, reports: phones.reportsOf(call.callId) };
  }

  /** Waits until the desk's socket shows this call with this status, and resolves with the chat. */
  async untilShown({ id, status }: ShownCall): Promise<unknown> {
    const frame = await this.#stage.agent.socket.until("the end of the call on the desk's socket", (frame) => {
      const call = at(frame, "chat", "call");
      return at(frame, "type") === "chat" && textAt(call, "id") === id && textAt(call, "status") === status;
    });
    return at(frame, "chat");
  }

  /**
   * Kim closes the chat. Resolves with the steps of calls that the CRM received and those that it must receive. `statuses` are the steps of
   * the last call. The event `chat_finished` follows all steps, except steps that failed in a crash of the service and are retried.
   */
  async close(chatId: string, statuses: readonly string[]): Promise<CallSteps> {
    await this.#stage.agent.close(chatId, this.#log);
    await this.crm.until("chat_finished");
    this.visitor.socket.leave();
    const expected = [
      ...this.#lost.flatMap(({ reason }) => (reason === noAgent ? [] : ["start"]).concat("error")),
      ...statuses,
    ];
    if (this.visitor.socket.comebacks > 0) await this.crm.waitForSteps(expected.length);
    this.crm.end();
    this.#stage.phones.logs.unfollow(this.#phone);
    const steps = this.crm.callStatuses();
    return { steps, expected, isRight: [...steps].sort().join() === [...expected].sort().join() };
  }
}

const answeredPhone = "+442079460181";
const statuses = ["start", "agent_connected", "client_connected", "end"];

/** A visitor asks for a call, and an agent answers it. Source: CALL-01 to CALL-09. */
const playCallbackFlow: Flow = async (stage, customer, log) => {
  const scene = await CallScene.open(stage, customer, answeredPhone, log);
  const { visitor, crm } = scene;
  const call = await scene.call(({ status }) => status === "end");
  const chat = await scene.untilShown(call);
  const { steps, expected, isRight } = await scene.close(textAt(chat, "id"), statuses);
  const isInOrder = steps.join() === expected.join() || visitor.socket.comebacks > 0;
  log.note(`The CRM received ${steps.length} steps: ${steps.join(", ")}.`);
  const placed = scene.placed();
  const repeats = placed?.reports.map(({ status }) => status) ?? [];
  const record = textAt(chat, "call", "recordUrl");
  const ended = crm.arrivals.find(({ fields }) => textAt(fields, "call", "status") === "end")?.fields;
  return [
    check("the gateway was asked to call Kim for the visitor", placed?.agentPhone === agentPhone, placed),
    check(
      "it reported everything twice, and each report was answered 200",
      isTwice(repeats) && areTaken(placed?.reports),
      placed,
    ),
    check("the CRM received each step once", isRight, steps),
    check("in their order", isInOrder, steps),
    check(
      "with a recording at the end",
      textAt(ended, "call", "record_url").endsWith(`/records/${call.id}.mp3`),
      ended,
    ),
    check("the visitor and the agent were shown that it ended", call.status === "end" && record !== "", [call, record]),
  ];
};

/** Whether the gateway made each report of an answered call twice. The repeat of the last report may still be on its way. */
const isTwice = (reports: readonly string[]): boolean =>
  reports.slice(0, 5).join() ===
  statuses
    .slice(1)
    .flatMap((status) => [status, status])
    .slice(0, 5)
    .join();

const areTaken = (reports: readonly { readonly answer: number }[] = []): boolean =>
  reports.length > 0 && reports.every(({ answer }) => answer === 200);

const busyPhone = "+442079460199";
const email = "kit@shop.example";
const text = "Your line was busy. Please write to me about order 1042.";

/** A call that fails, and an offline message instead. Source: CALL-03, WH-18. */
const playFailedCallFlow: Flow = async (stage, customer, log) => {
  const { agent } = stage;
  const scene = await CallScene.open(stage, customer, busyPhone, log);
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

export const callConversations: readonly Conversation[] = [
  {
    name: "callback",
    title: "10. A callback: the gateway calls Kim, then the visitor, and reports everything twice",
    customerName: "Jo",
    flow: playCallbackFlow,
  },
  {
    name: "failed-call",
    title: "11. A call that fails, and a message left instead",
    customerName: "Kit",
    flow: playFailedCallFlow,
  },
];
