import { request } from "undici";
import type { Party } from "../demo-event.ts";
import type { FlowLog } from "../flow-log.ts";
import { at, decodeLoosely } from "../json.ts";
import { nowMs, passed } from "../time.ts";

/** The URL of the service, and a way to wait until it is ready. */
export interface ParleyService {
  readonly url: string;
  whenReady(): Promise<void>;
}

/** A file to upload. */
export interface Upload {
  readonly contentType: string;
  readonly content: string | Buffer<ArrayBuffer>;
}

export interface ParleyCall {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly body?: unknown;
  /** Sent instead of a JSON body. */
  readonly upload?: Upload;
  /** Called for every attempt. If the result is null, the call is made without a token. */
  readonly token?: () => string | null;
  readonly idempotencyKey?: string;
  /** A notice is worthless later. The call is made once, even if the service is down. */
  readonly isNotice?: boolean;
}

export interface ParleyAnswer {
  readonly status: number;
  readonly body: unknown;
  /** The call was retried after an attempt whose result is not known. */
  readonly isRepeat: boolean;
}

const patienceMs = 20_000;
const noticePatienceMs = 2_000;
const pauseMs = 50;

/**
 * Makes one call to the service as `caller` and records it in `log`. The call is retried while the service is down or starts. A
 * call with an idempotency key takes effect once; without a key it may take effect more than once. Rejects after 20 s without an
 * answer. A notice rejects if its only attempt fails.
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

/**
 * Resolves with the body of the answer. Rejects if the service refused the call. A 409 for a retried call is a success, because the
 * lost attempt has made the step.
 */
export async function expectSuccess(call: ParleyCall, answer: Promise<ParleyAnswer>): Promise<unknown> {
  const { status, body, isRepeat } = await answer;
  if (status < 300 || (status === 409 && isRepeat)) return body;
  throw new Error(`Expected ${call.method} ${call.path} to succeed, got ${status} ${JSON.stringify(body)}`);
}
