import type { IncomingMessage, ServerResponse } from "node:http";
import { systemClock } from "../../core/clock.ts";
import type { Clock } from "../../ports/clock.ts";
import { answerJson, readBody } from "../http.ts";
import type { HttpServer } from "../http-server.ts";
import { openHttpServer } from "../http-server.ts";
import { decodeLoosely, textAt } from "../json.ts";
import type { ParleyAnswer } from "../parley-client.ts";
import type { FlowLog } from "../transcript/flow-log.ts";
import type { CallReport } from "./call-script.ts";
import { reportsOf } from "./call-script.ts";

/** The part of the service that receives reports of calls. */
export interface ParleyCalls {
  /** The path for statuses of calls that the service did not request. */
  readonly path: string;
  /** Posts a status. The post is retried until it is answered. */
  report(path: string, status: object, log: FlowLog | null): Promise<ParleyAnswer>;
}

/** A placed call and its reports so far. */
export interface PlacedCall {
  readonly id: string;
  readonly phone: string;
  readonly agentPhone: string;
  /** Each reported status, repeats included, with the HTTP status of the service's answer. */
  readonly reports: { readonly status: string; readonly answer: number }[];
}

interface Leg {
  /** The fields that every report contains. */
  readonly about: object;
  readonly path: string;
  readonly reports: readonly CallReport[];
}

/** Long enough for the user to read the status. */
const ringMs = 300;
/** Real gateways repeat reports. Source: CALL-05. */
const timesReported = 2;
const callsMax = 1_000;
const badCall = { error: { code: "invalid_request", message: "Expected call_id, phone and status_url." } } as const;
const badPhone = { error: { code: "invalid_request", message: "Expected phone." } } as const;

/** A telephone system. Its calls ring, connect, end or fail, and it makes every report twice. Source: CALL-06, CALL-07. */
export class Gateway {
  readonly #parley: ParleyCalls;
  readonly #clock: Clock;
  readonly #url: () => string;
  readonly #logs = new Map<string | null, FlowLog>();
  readonly #calls = new Map<string, PlacedCall>();
  #incoming = 0;

  constructor(parley: ParleyCalls, clock: Clock, url: () => string) {
    this.#parley = parley;
    this.#clock = clock;
    this.#url = url;
  }

  /** From this call on, `log` records the calls with this number. With `null` it records the calls with all other numbers. */
  follow(phone: string | null, log: FlowLog): void {
    this.#logs.set(phone, log);
  }

  unfollow(phone: string): void {
    this.#logs.delete(phone);
  }

  /** The calls with this number, in order. */
  callsTo(phone: string): readonly PlacedCall[] {
    return [...this.#calls.values()].filter((call) => call.phone === phone);
  }

  /** Handles the service's request for a call. Answers at once and places the call afterwards. A repeated request places no second call. */
  async place(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = decodeLoosely((await readBody(request)) ?? "");
    const [id, phone, statusUrl] = ["call_id", "phone", "status_url"].map((key) => textAt(body, key));
    if (!id || !phone || !statusUrl || !URL.canParse(statusUrl)) return answerJson(response, 400, badCall);
    const log = this.#logOf(phone);
    log?.request("parley", "gateway", request.method ?? "", path, body);
    log?.answer("parley", "gateway", 200, { result: "ok" });
    answerJson(response, 200, { result: "ok" });
    if (this.#calls.has(id)) return;
    const call: PlacedCall = { id, phone, agentPhone: textAt(body, "agent", "phone"), reports: [] };
    this.#remember(call);
    const reports = reportsOf(phone, `${this.#url()}/records/${id}.mp3`);
    await this.#play(call, { about: { call_id: id }, path: new URL(statusUrl).pathname, reports }, log);
  }

  /** Handles an incoming call: reports a call that the service did not request. Source: CALL-07. */
  async ring(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const phone = textAt(decodeLoosely((await readBody(request)) ?? ""), "phone");
    if (phone === "") return answerJson(response, 400, badPhone);
    this.#incoming += 1;
    const id = `in-${this.#clock.nowMs()}-${this.#incoming}`;
    answerJson(response, 200, { result: "ok", call_id: id });
    const call: PlacedCall = { id, phone, agentPhone: "", reports: [] };
    const about = { call_id: id, type: "incoming", phone };
    const reports: readonly CallReport[] = [
      { status: "start" },
      ...reportsOf(phone, `${this.#url()}/records/${id}.mp3`),
    ];
    await this.#play(call, { about, path: this.#parley.path, reports }, this.#logOf(phone));
  }

  async #play(call: PlacedCall, { about, path, reports }: Leg, log: FlowLog | null): Promise<void> {
    for (const report of reports) {
      await this.#passed(ringMs);
      for (let time = 0; time < timesReported; time += 1) {
        const { status } = await this.#parley.report(path, { ...about, ...report }, log);
        call.reports.push({ status: report.status, answer: status });
      }
    }
  }

  #logOf(phone: string): FlowLog | null {
    return this.#logs.get(phone) ?? this.#logs.get(null) ?? null;
  }

  #remember(call: PlacedCall): void {
    this.#calls.set(call.id, call);
    const [oldest] = this.#calls.keys();
    if (this.#calls.size > callsMax && oldest !== undefined) this.#calls.delete(oldest);
  }

  #passed(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.#clock.wakeAt(this.#clock.nowMs() + ms, resolve);
    });
  }
}

/**
 * The gateway's server: `POST {url}/calls` for the service, `POST {url}/incoming` for a user who plays a caller, and the recordings of
 * its calls. Listens on a free port of this machine.
 */
export async function openGateway(
  parley: ParleyCalls,
  clock: Clock = systemClock,
): Promise<HttpServer & { readonly gateway: Gateway }> {
  const gateway: Gateway = new Gateway(parley, clock, () => server.url);
  const server: HttpServer = await openHttpServer(async (path, request, response) => {
    if (/^\/records\/[\w-]+\.mp3$/.test(path)) {
      response.writeHead(200, { "Content-Type": "audio/mpeg" }).end(silence);
      return;
    }
    if (path !== "/calls" && path !== "/incoming") {
      return answerJson(response, 404, error("not_found", "There is nothing here."));
    }
    if (request.method !== "POST") return answerJson(response, 405, error("method_not_allowed", "Expected POST."));
    if (path === "/calls") await gateway.place(path, request, response);
    else await gateway.ring(request, response);
  });
  return { ...server, gateway };
}

const error = (code: string, message: string) => ({ error: { code, message } });

/** MPEG 1 layer 3, 128 kbit/s, 44.1 kHz. Every frame is 26 ms of silence. */
const header = Buffer.from([0xff, 0xfb, 0x90, 0xc4]);
const frame = Buffer.concat([header, Buffer.alloc(417 - header.length)]);

/** A recording of one second of silence. */
const silence = Buffer.concat(Array.from({ length: 38 }, () => frame));
