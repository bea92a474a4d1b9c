import { request } from "undici";
import { at, decodeLoosely } from "./json.ts";
import type { ServiceProcess } from "./service-process.ts";
import { nowMs, passed } from "./time.ts";
import type { Party } from "./transcript/demo-event.ts";
import type { FlowLog } from "./transcript/flow-log.ts";

/** Where the service is, and when. */
export type ParleyService = Pick<ServiceProcess, "url" | "whenReady">;

/** A file on its way to the service. */
export interface Upload {
  readonly contentType: string;
  readonly content: string;
}

export interface ParleyCall {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly body?: unknown;
  /** In place of a JSON body. */
  readonly upload?: Upload;
  /** Asked anew for every try; null: the call goes without one. */
  readonly token?: () => string | null;
  readonly idempotencyKey?: string;
  /** Worthless later: the call is made once, whether or not the service is there. */
  readonly isNotice?: boolean;
}

export interface ParleyAnswer {
  readonly status: number;
  readonly body: unknown;
  /** The call had been made before, and what became of it then is not known. */
  readonly isRepeat: boolean;
}

const patienceMs = 20_000;
const noticePatienceMs = 2_000;
const pauseMs = 50;

/**
 * One call of the service as `caller`, written down in `log`. While the service is away or still starting the call is made again: safe with
 * an idempotency key, and at least once without one. Rejects after 20 s without an answer, a notice when its only call fails.
 */
export async function callParley(
  service: ParleyService,
  caller: Party,
  call: ParleyCall,
  log: FlowLog | null,
): Promise<ParleyAnswer> {
  const isNotice = call.isNotice === true;
  const giveUpAtMs = nowMs() + (isNotice ? 0 : patienceMs);
  for (let isRepeat = false; ; ) {
    if (!isNotice) await service.whenReady();
    log?.request(caller, "parley", call.method, call.path, call.upload ? describeUpload(call.upload) : call.body);
    try {
      const answer = await send(service.url, call);
      log?.answer(caller, "parley", answer.status, answer.body);
      if (answer.status !== 503 || nowMs() >= giveUpAtMs) return { ...answer, isRepeat };
    } catch (error) {
      isRepeat = true;
      log?.answer(caller, "parley", null, describe(error));
      if (nowMs() >= giveUpAtMs) throw error;
    }
    await passed(pauseMs);
  }
}

async function send(
  url: string,
  { method, path, body, upload, token, idempotencyKey, isNotice }: ParleyCall,
): Promise<Omit<ParleyAnswer, "isRepeat">> {
  const shown = token?.() ?? null;
  const { statusCode, body: answer } = await request(`${url}${path}`, {
    method,
    headers: {
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(upload === undefined ? {} : { "content-type": upload.contentType }),
      ...(shown === null ? {} : { authorization: `Bearer ${shown}` }),
      ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
    },
    body: upload?.content ?? (body === undefined ? null : JSON.stringify(body)),
    signal: AbortSignal.timeout(isNotice === true ? noticePatienceMs : patienceMs),
  });
  return { status: statusCode, body: decodeLoosely(await answer.text()) };
}

const describeUpload = ({ content, contentType }: Upload): string =>
  `(${Buffer.byteLength(content)} bytes of ${contentType})`;

const describe = (error: unknown): string => {
  const code = at(error, "code");
  return typeof code === "string" ? code : String(error);
};

/** The answer's body; rejects when the service refused. A repeat that comes too late finds the step made already. */
export async function expectSuccess(call: ParleyCall, answer: Promise<ParleyAnswer>): Promise<unknown> {
  const { status, body, isRepeat } = await answer;
  if (status < 300 || (status === 409 && isRepeat)) return body;
  throw new Error(`Expected ${call.method} ${call.path} to succeed, got ${status} ${JSON.stringify(body)}`);
}
