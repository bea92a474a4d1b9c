import type { FlowLog } from "../flow-log.ts";
import { at, textAt } from "../json.ts";
import { passed, within } from "../time.ts";
import type { ParleyService } from "./parley-client.ts";
import { ReturningSocket } from "./returning-socket.ts";

/** The visitor and the page of a visit. */
export interface Visit {
  readonly widget: string;
  /** The token with which the shop identifies the visitor. */
  readonly userToken: string;
  readonly page: { readonly url: string; readonly title: string };
}

/** A call as its visitor sees it. */
export interface ShownCall {
  readonly id: string;
  readonly status: string;
  readonly reason: string;
}

const noCall: ShownCall = { id: "", status: "", reason: "" };

interface Request {
  readonly frame: { readonly id: string; readonly type: string };
  /** The id of the last call when the request was made. */
  readonly callBefore: string;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

const patienceMs = 30_000;

/**
 * Acts as a page with the widget: sends `hello`, requests and messages over the visitors' socket. After a lost connection it
 * reconnects as the same visitor with its cursor. A request without an answer is sent again, except a call that has already begun.
 */
export class ScriptedVisitor {
  readonly socket: ReturningSocket;
  readonly #service: ParleyService;
  readonly #visit: Visit;
  readonly #log: FlowLog;
  readonly #requests = new Map<string, Request>();
  #secret = "";
  #chatId = "";
  #since = 0;
  #call = noCall;
  #isReady = false;
  #isOnline = false;
  #asked = 0;

  constructor(service: ParleyService, visit: Visit, log: FlowLog) {
    this.#service = service;
    this.#visit = visit;
    this.#log = log;
    this.socket = new ReturningSocket(service, "/ws/widget", {
      hello: () => this.#shown({ type: "hello", ...this.#visit, ...this.#known() }),
      received: (frame) => this.#received(frame),
      lost: () => {
        this.#isReady = false;
        this.#isOnline = false;
      },
    });
  }

  /** Opens the socket. When the service sends `ready`, resolves with the visitor's number. */
  async enter(): Promise<string> {
    await this.#service.whenReady();
    this.socket.open();
    return textAt(await this.socket.until("the frame ready", (frame) => at(frame, "type") === "ready"), "number");
  }

  /** Makes one request, which may be sent several times. Rejects with the reason if the service refuses the request. */
  ask(type: string, fields: object): Promise<void> {
    this.#asked += 1;
    const id = `${this.#visit.userToken}-${this.#asked}`;
    const answered = new Promise<void>((resolve, reject) => {
      this.#requests.set(id, { frame: { id, type, ...fields }, callBefore: this.#call.id, resolve, reject });
    });
    this.#send(id);
    return within(patienceMs, `an answer to ${type}`, answered);
  }

  /** Asks for a call and resolves with its end. Waits for an agent first, because a call without an agent fails at once. */
  async call(phone: string): Promise<ShownCall> {
    const before = this.#call.id;
    await this.#when("agents to be there", () => this.#isOnline);
    await this.ask("call", { phone });
    await this.#when("the end of the call", () => this.#call.id !== before && hasEnded(this.#call));
    return this.#call;
  }

  async #when(awaited: string, isSo: () => boolean): Promise<void> {
    await this.socket.facts.until(awaited, () => isSo() || undefined, undefined, patienceMs);
  }

  /** The visitor, chat and cursor that an earlier connection received. */
  #known(): object {
    return {
      ...(this.#secret === "" ? {} : { visitor: this.#secret }),
      ...(this.#chatId === "" ? {} : { chat: this.#chatId, since: this.#since }),
    };
  }

  #shown(frame: object): object {
    this.#log.frame("visitor", "parley", frame);
    return frame;
  }

  /** Sends a request if the visitor is ready. Otherwise the request is sent when `ready` arrives. */
  #send(id: string): void {
    const request = this.#requests.get(id);
    if (request !== undefined && this.#isReady) this.socket.send(this.#shown(request.frame));
  }

  #received(frame: unknown): void {
    this.#log.frame("parley", "visitor", frame);
    this.#keep(frame);
    const type = at(frame, "type");
    if (type === "done" || type === "failed") this.#answered(textAt(frame, "id"), frame);
    if (type === "ready") this.#sendAgain();
  }

  #keep(frame: unknown): void {
    const mode = at(frame, "mode");
    if (typeof mode === "string") this.#isOnline = mode === "online";
    this.#secret = textAt(frame, "visitor") || this.#secret;
    const chatId = textAt(frame, "chatId") || textAt(frame, "chat", "id");
    if (chatId !== "" && chatId !== this.#chatId) {
      this.#chatId = chatId;
      this.#since = 0;
    }
    this.#since = Math.max(this.#since, Number(textAt(frame, "message", "seq")));
    const call = at(frame, "chat", "call");
    const shown = { id: textAt(call, "id"), status: textAt(call, "status"), reason: textAt(call, "reason") };
    if (shown.id !== "") this.#call = shown;
  }

  #sendAgain(): void {
    this.#isReady = true;
    for (const [id, { frame, callBefore }] of this.#requests) {
      if (frame.type === "call" && this.#call.id !== callBefore) this.#answered(id, { type: "done" });
      else this.#send(id);
    }
  }

  #answered(id: string, answer: unknown): void {
    const request = this.#requests.get(id);
    if (request === undefined) return;
    const retryAfter = at(answer, "retryAfter");
    if (typeof retryAfter === "number") return void passed(retryAfter * 1000).then(() => this.#send(id));
    this.#requests.delete(id);
    if (at(answer, "type") === "done") request.resolve();
    else request.reject(new Error(`Expected ${request.frame.type} to be accepted, got: ${textAt(answer, "reason")}`));
  }
}

const hasEnded = ({ status }: ShownCall): boolean => ["end", "error"].includes(status);
