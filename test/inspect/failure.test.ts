import t from "tap";
import { errors } from "undici";
import { keepOutcome } from "../../machines/delivery/delivery-steps.ts";
import type { AttemptFailure, Cargo } from "../../machines/tells.ts";
import { judgeAnswer } from "../../src/delivery/customer/customer-requests.ts";
import { ExchangeTimeoutError } from "../../src/delivery/request/exchange.ts";
import type { Asked } from "../../src/delivery/request/explain-error.ts";
import { explainError, OutboundClosedError } from "../../src/delivery/request/explain-error.ts";
import { judgeWebhookAnswer } from "../../src/delivery/webhook/webhook-requests.ts";
import { attemptWebhook } from "../../src/domain/delivery/attempts.ts";
import { inEnglish } from "../../src/inspect/why/explain.ts";
import { failureOf } from "../../src/inspect/why/failure.ts";

const message: Cargo = {
  kind: "message",
  content: { type: "text", text: "Hi" },
  sender: { id: 1 },
} as never;
const webhook: Cargo = { kind: "webhook", event: "chat_finished" };

const keyOf = (failure: AttemptFailure | null, cargo: Cargo): string =>
  failure === null ? "none" : failureOf(failure, cargo).key;

const codeError = (code: string): Error => Object.assign(new Error(code), { code });

t.test("each failure of a request has its own phrase, so that it can be translated", async (t) => {
  const cases: readonly (readonly [error: Error, key: string])[] = [
    [codeError("ECONNREFUSED"), "refusedConnection"],
    [codeError("ENOTFOUND"), "unresolved"],
    [codeError("ECONNRESET"), "closedEarly"],
    [codeError("CERT_HAS_EXPIRED"), "badCertificate"],
    [codeError("EPROTO"), "noTls"],
    [codeError("EHOSTUNREACH"), "unreachable"],
    [new ExchangeTimeoutError(), "timedOut"],
    [new OutboundClosedError(), "shuttingDown"],
    [new errors.HTTPParserError("broken"), "notHttp"],
  ];
  for (const [error, key] of cases) t.equal(keyOf(explainError(error, 3_000, "customer system"), message), key);
});

t.test("a failure names the receiver that the message names", async (t) => {
  const refused = (who: Asked, cargo: Cargo): string => {
    const failure = explainError(codeError("ECONNREFUSED"), 3_000, who);
    return failure === null ? "none" : inEnglish([failureOf(failure, cargo)], 0);
  };
  t.equal(refused("customer system", message), "The customer system refused the connection");
  t.equal(refused("bot's token endpoint", message), "The bot’s token endpoint refused the connection");
  t.equal(refused("receiver", webhook), "The owner’s server refused the connection");
});

t.test("an answer of the other side is quoted, an answer that the service describes is not", async (t) => {
  const lenient = { strictAnswers: false, hiddenErrorCodes: [] };
  const judged = (httpStatus: number, body: string, settings = lenient): string => {
    const { failure } = judgeAnswer({ httpStatus, body }, settings);
    return failure === null ? "none" : inEnglish([failureOf(failure, message)], 0);
  };
  t.equal(judged(500, ""), "The customer system answered HTTP 500");
  t.equal(judged(302, ""), "The customer system answered with a redirect (HTTP 302), which is not followed");
  t.equal(judged(201, "", { ...lenient, strictAnswers: true }), "The customer system answered HTTP 201 instead of 200");
  t.equal(
    judged(200, '{"error":{"message":"The bot is closed."}}'),
    "The customer system answered “The bot is closed.”",
  );
  t.equal(
    judged(200, '{"error":{"message":"The clerk answered no."}}'),
    "The customer system answered “The clerk answered no.”",
  );
  t.equal(judged(200, '{"error":{"code":17}}'), "The customer system answered with error 17");
  const gone = judgeWebhookAnswer({ httpStatus: 410, body: "", secrets: [] }).failure;
  t.equal(keyOf(gone, webhook), "answeredGone");
});

t.test("a webhook without a URL or without its body is a phrase of its own", async (t) => {
  const skippedFor = async (webhooks: object | null): Promise<string> => {
    const parts = { directory: { find: () => ({ settings: { webhooks } }) }, store: { read: async () => undefined } };
    const attempted = await attemptWebhook(
      {} as never,
      { kind: "webhook", event: "chat_finished" },
      parts as never,
      () => false,
    );
    return keyOf("skipped" in attempted ? attempted.skipped : null, webhook);
  };
  t.equal(await skippedFor(null), "noUrl");
  t.equal(await skippedFor({}), "eventNotStored");
});

t.test("an attempt that a restart interrupted, or that ran out of time, is a phrase of its own", async (t) => {
  const ended = (restarted: boolean): string => {
    const running = { attempts: [{ number: 1 }], cargo: message } as never;
    const event = { type: "deadline.reached", nowMs: 0, id: "attempt-outcome", restarted } as never;
    return keyOf(keepOutcome(running, event).error ?? null, message);
  };
  t.equal(ended(true), "restarted");
  t.equal(ended(false), "timedOut");
});
