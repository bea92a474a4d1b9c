import type { IncomingMessage, ServerResponse } from "node:http";
import { systemClock } from "../../core/clock.ts";
import type { Clock } from "../../ports/clock.ts";
import { decodeLoosely, textAt } from "../json.ts";
import type { AskedCall, Gateway } from "./gateway.ts";
import { openGateway } from "./gateway.ts";
import { Logs } from "./logs.ts";
import type { ParleyService } from "./parley-client.ts";
import { callParley } from "./parley-client.ts";
import type { Answer, Ending, PeerRequest } from "./peer.ts";
import { refusal } from "./peer.ts";

/** A status report of a gateway. Source: CALL-07. */
interface CallReport {
  readonly status: "start" | "agent_connected" | "client_connected" | "end" | "error";
  readonly reason?: string;
  readonly record_url?: string;
}

/** A report that was made, repeats included, with the HTTP status of the service's answer. */
export interface MadeReport {
  readonly status: string;
  readonly answer: number;
}

/** A telephone system. Its calls ring, connect, end or fail, and it makes every report twice. Source: CALL-06, CALL-07. */
export interface Phones extends Gateway {
  /** The logs by phone number. */
  readonly logs: Logs;
  /** The reports of a call so far. */
  reportsOf(callId: string): readonly MadeReport[];
}

export const busyReason = "Line busy";
/** Long enough for the user to read the status. */
const ringMs = 300;
/** Real gateways repeat reports. Source: CALL-05. */
const timesReported = 2;

/**
 * Serves `POST /calls` for the service, `POST /incoming` for a user who plays a caller, and the recordings of its calls. `token` is part of
 * the address for reports of calls that the service did not ask for.
 */
export async function openPhones(
  t: Ending,
  service: ParleyService,
  token: string,
  clock: Clock = systemClock,
): Promise<Phones> {
  const logs = new Logs();
  const reports = new Map<string, MadeReport[]>();
  let incoming = 0;
  const rung = (): Promise<void> =>
    new Promise((resolve) => {
      clock.wakeAt(clock.nowMs() + ringMs, resolve);
    });
  const play = async (id: string, phone: string, path: string, about: object, first: readonly CallReport[]) => {
    const made: MadeReport[] = [];
    reports.set(id, made);
    for (const report of [...first, ...reportsTo(phone, `${gateway.url}/records/${id}.mp3`)]) {
      await rung();
      for (let time = 0; time < timesReported; time += 1) {
        const call = { method: "POST", path, body: { call_id: id, ...about, ...report } } as const;
        const { status } = await callParley(service, "gateway", call, logs.of(phone));
        made.push({ status: report.status, answer: status });
      }
    }
  };
  const place = (phone: string, { callId, statusUrl }: AskedCall, { method, path, body }: PeerRequest): Answer => {
    if (callId === "" || phone === "" || URL.parse(statusUrl) === null)
      return refusal(400, "invalid_request", "Expected call_id, phone and status_url.");
    logs.of(phone)?.request("parley", "gateway", method, path, decodeLoosely(body));
    logs.of(phone)?.answer("parley", "gateway", 200, { result: "ok" });
    // A repeated request places no second call.
    if (!reports.has(callId)) void play(callId, phone, new URL(statusUrl).pathname, {}, []);
    return "ok";
  };
  const ring = (body: string): Answer => {
    const phone = textAt(decodeLoosely(body), "phone");
    if (phone === "") return refusal(400, "invalid_request", "Expected phone.");
    incoming += 1;
    const id = `in-${clock.nowMs()}-${incoming}`;
    void play(id, phone, `/calls/${token}`, { type: "incoming", phone }, [{ status: "start" }]);
    return { status: 200, body: { result: "ok", call_id: id } };
  };
  const gateway = await openGateway(t, place, {
    requests: ({ path, body }) => (path === "/incoming" ? ring(body) : undefined),
    handles: serveRecord,
  });
  return { ...gateway, logs, reportsOf: (callId) => reports.get(callId) ?? [] };
}

/** The reports of a call to this number. A number that ends in 99 is busy; any other is answered. */
const reportsTo = (phone: string, recordUrl: string): readonly CallReport[] =>
  phone.endsWith("99")
    ? [{ status: "error", reason: busyReason }]
    : [{ status: "agent_connected" }, { status: "client_connected" }, { status: "end", record_url: recordUrl }];

function serveRecord(path: string, _request: IncomingMessage, response: ServerResponse): boolean {
  if (!/^\/records\/[\w-]+\.mp3$/.test(path)) return false;
  response.writeHead(200, { "Content-Type": "audio/mpeg" }).end(silence);
  return true;
}

/** MPEG 1 layer 3, 128 kbit/s, 44.1 kHz. Every frame is 26 ms of silence. */
const header = Buffer.from([0xff, 0xfb, 0x90, 0xc4]);
const frame = Buffer.concat([header, Buffer.alloc(417 - header.length)]);

/** A recording of one second of silence. */
const silence = Buffer.concat(Array.from({ length: 38 }, () => frame));
