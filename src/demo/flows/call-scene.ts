import type { PlacedCall } from "../gateway/gateway.ts";
import { at, textAt } from "../json.ts";
import type { FlowLog } from "../transcript/flow-log.ts";
import type { ScriptedVisitor, ShownCall } from "../visitor/scripted-visitor.ts";
import { CrmWatch } from "./crm-watch.ts";
import type { Customer, Stage } from "./stage.ts";
import { enterSite } from "./stage.ts";

const contactPage = { url: "https://shop.example/contact", title: "Contact" };
/** After so many calls that the service died over, none is asked for any more. */
const lostMax = 2;
/** Source: CALL-08. */
const noAgent = "No agent available";

/** Steps of calls, in the order in which the CRM was told of them first. */
interface Told {
  readonly told: readonly string[];
  readonly expected: readonly string[];
  /** Each once. */
  readonly isRight: boolean;
}

/** A visitor who asks for a call, the gateway that places it, and the CRM that is told. */
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

  /** The visitor comes to the page from which calls are asked for. */
  static async open(stage: Stage, customer: Customer, phone: string, log: FlowLog): Promise<CallScene> {
    const crm = new CrmWatch(stage, customer.id, log);
    stage.gateway.follow(phone, log);
    const { visitor } = await enterSite(stage, customer, contactPage, log);
    return new CallScene(stage, visitor, crm, phone, log);
  }

  /**
   * The visitor asks for a call and is shown how it ends. One that the service died over is neither placed nor asked for twice: the
   * visitor asks anew.
   */
  async call(isMeant: (call: ShownCall) => boolean): Promise<ShownCall> {
    for (;;) {
      const comebacks = this.visitor.comebacks;
      const call = await this.visitor.call(this.#phone);
      const isLost = !isMeant(call) && this.visitor.comebacks > comebacks;
      if (!isLost || this.#lost.length === lostMax) return call;
      this.#lost.push(call);
      this.#log.note(
        `The service was killed while the call began, and reports this ("${call.reason}"): the visitor asks again.`,
      );
    }
  }

  /** What the gateway was asked for and reported of it at last. */
  placed(): PlacedCall | undefined {
    return this.#stage.gateway.callsTo(this.#phone).at(-1);
  }

  /** The chat as the desk's socket shows it with this call. */
  async untilShown({ id, status }: ShownCall): Promise<unknown> {
    const frame = await this.#stage.agent.until("the end of the call on the desk's socket", (frame) => {
      const call = at(frame, "chat", "call");
      return at(frame, "type") === "chat" && textAt(call, "id") === id && textAt(call, "status") === status;
    });
    return at(frame, "chat");
  }

  /**
   * Kim closes the chat; answers of which steps of calls the CRM has been told and is to be told, `statuses` being those of the last call.
   * That the chat is closed comes behind all of them, but for what failed because the service died and is made again.
   */
  async close(chatId: string, statuses: readonly string[]): Promise<Told> {
    await this.#stage.agent.close(chatId, this.#log);
    await this.crm.until("chat_finished", ({ name }) => name === "chat_finished");
    this.visitor.leave();
    const expected = [
      ...this.#lost.flatMap(({ reason }) => (reason === noAgent ? [] : ["start"]).concat("error")),
      ...statuses,
    ];
    const isComplete = (): boolean => this.crm.callStatuses().length >= expected.length;
    // What is missing then is told by the check.
    if (this.visitor.comebacks > 0) await this.crm.until("every step", isComplete).catch(() => undefined);
    this.crm.end();
    this.#stage.gateway.unfollow(this.#phone);
    const told = this.crm.callStatuses();
    return { told, expected, isRight: [...told].sort().join() === [...expected].sort().join() };
  }
}
