import type { IncomingMessage, ServerResponse } from "node:http";
import { Webhook, WebhookVerificationError } from "standardwebhooks";
import { answerJson, readBody } from "../http.ts";
import type { HttpServer } from "../http-server.ts";
import { openHttpServer } from "../http-server.ts";
import { decodeLoosely } from "../json.ts";
import { nowMs } from "../time.ts";
import type { FlowLog } from "../transcript/flow-log.ts";
import { answerTo } from "./crm-answers.ts";
import type { CrmEvent } from "./crm-event.ts";
import { toCrmEvent } from "./crm-event.ts";

/** A received event and the answer of the CRM. */
export interface CrmArrival extends CrmEvent {
  readonly atMs: number;
  /** The CRM has accepted this event before. */
  readonly isRepeat: boolean;
  readonly status: number;
}

/** The log of the received events, and how the CRM treats them. */
export interface CrmScript {
  readonly log: FlowLog | null;
  /** Called for every complete event with a right signature, after the CRM has answered it. */
  hear?(arrival: CrmArrival): void;
  /** The CRM answers 500 to the first attempt of events with this name. */
  readonly failsFirst?: string;
}

const eventsMax = 10_000;
const notSigned = { error: { code: "unauthorized", message: "The signature is missing or wrong." } } as const;
const tooLarge = { error: { code: "payload_too_large", message: "Expected at most 64 KiB." } } as const;
const outOfOrder = { error: { code: "out_of_order", message: "The CRM fails on purpose." } } as const;

/** The owner's server. It verifies each request, recognizes repeats and answers each event. Source: WH-39, WH-40. */
export class Crm {
  readonly #webhook: Webhook;
  readonly #scripts = new Map<string | null, CrmScript>();
  /** The answers by event id. */
  readonly #taken = new Map<string, object>();
  readonly #failed = new Set<string>();
  #refusals = 0;

  constructor(signingSecret: string) {
    this.#webhook = new Webhook(signingSecret);
  }

  /** The number of requests with a missing or wrong signature. */
  get refusals(): number {
    return this.#refusals;
  }

  /** From this call on, `script` applies to events of this visitor. With `null` it applies to all visitors without their own script. */
  follow(userToken: string | null, script: CrmScript): void {
    this.#scripts.set(userToken, script);
  }

  unfollow(userToken: string): void {
    this.#scripts.delete(userToken);
  }

  async handle(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await readBody(request);
    if (text === null) return answerJson(response, 413, tooLarge);
    const body = decodeLoosely(text);
    const event = toCrmEvent(headerOf(request, "webhook-id"), headerOf(request, "webhook-attempt"), body);
    if (!this.#isSigned(text, request)) {
      this.#refusals += 1;
      // The sender is unknown, so the default log records the request.
      this.#scripts.get(null)?.log?.note("The CRM received an event without a valid signature, and answered 401.");
      return answerJson(response, 401, notSigned);
    }
    const script = this.#scripts.get(event.userToken) ?? this.#scripts.get(null);
    const log = script?.log ?? null;
    log?.request("parley", "crm", request.method ?? "", path, body);
    const isRepeat = this.#taken.has(event.id);
    const answer = this.#mustFail(event, script) ? outOfOrder : this.#take(event);
    const status = answer === outOfOrder ? 500 : 200;
    log?.note(
      `^ valid signature; webhook-id ${event.id}, attempt ${event.attempt}${isRepeat ? ", received before" : ""}`,
    );
    log?.answer("parley", "crm", status, answer);
    answerJson(response, status, answer);
    script?.hear?.({ ...event, atMs: nowMs(), isRepeat, status });
  }

  #isSigned(text: string, request: IncomingMessage): boolean {
    const names = ["webhook-id", "webhook-timestamp", "webhook-signature"];
    try {
      this.#webhook.verify(text, Object.fromEntries(names.map((name) => [name, headerOf(request, name)])), {
        jsonParse: false,
      });
      return true;
    } catch (error) {
      if (error instanceof WebhookVerificationError) return false;
      throw error;
    }
  }

  #mustFail({ id, name }: CrmEvent, script: CrmScript | undefined): boolean {
    if (script?.failsFirst !== name || this.#failed.has(id)) return false;
    this.#failed.add(id);
    return true;
  }

  /** Accepts an event. A repeat gets the same answer as the first attempt and has no effect. */
  #take(event: CrmEvent): object {
    const known = this.#taken.get(event.id);
    if (known !== undefined) return known;
    const answer = answerTo(event);
    this.#taken.set(event.id, answer);
    const [oldest] = this.#taken.keys();
    if (this.#taken.size > eventsMax && oldest !== undefined) this.#taken.delete(oldest);
    return answer;
  }
}

const headerOf = ({ headers }: IncomingMessage, name: string): string => String(headers[name] ?? "");

/** The CRM's server: `POST {url}/events`. Listens on a free port of this machine. */
export async function openCrm(signingSecret: string): Promise<HttpServer & { readonly crm: Crm }> {
  const crm = new Crm(signingSecret);
  const server = await openHttpServer(async (path, request, response) => {
    if (path !== "/events") return answerJson(response, 404, error("not_found", "There is nothing here."));
    if (request.method !== "POST") return answerJson(response, 405, error("method_not_allowed", "Expected POST."));
    await crm.handle(path, request, response);
  });
  return { ...server, crm };
}

const error = (code: string, message: string) => ({ error: { code, message } });
