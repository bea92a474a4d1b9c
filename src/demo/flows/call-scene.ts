import type { MadeReport } from "../cast/phones.ts";
import type { ScriptedVisitor, ShownCall } from "../cast/visitor.ts";
import type { FlowLog } from "../flow-log.ts";
import { at, textAt } from "../json.ts";
import { CrmWatch } from "./crm-watch.ts";
import type { Customer, Stage } from "./stage.ts";
import { enterSite } from "./stage.ts";

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
export class CallScene {
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
