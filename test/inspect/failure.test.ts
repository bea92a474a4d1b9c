import t from "tap";
import { errors } from "undici";
import { keepOutcome } from "../../machines/delivery/delivery-steps.ts";
import type { AttemptFailure, Cargo } from "../../machines/tells.ts";
import { judgeAnswer } from "../../src/delivery/customer/customer-requests.ts";
import { ExchangeTimeoutError } from "../../src/delivery/request/exchange.ts";
import type { Asked } from "../../src/delivery/request/explain-error.ts";
import { explainError, OutboundClosedError } from "../../src/delivery/request/explain-error.ts";
import { judgeWebhookAnswer } from "../../src/delivery/webhook/webhook-requests.ts";
import { attemptWebhook } from "../../src/domain/carry-out.ts";
import { toEnglish } from "../../src/inspect/why/explain.ts";
import { failureOf } from "../../src/inspect/why/failure.ts";

const message: Cargo = {
  kind: "message",
  content: { type: "text", text: "Hi" },
  sender: { id: 1 },
} as never;
const webhook: Cargo = { kind: "webhook", event: "chat_finished" };

const clauseOf = (failure: AttemptFailure | null, cargo: Cargo): string =>
  failure === null ? "none" : toEnglish(failureOf(failure, cargo), 0);

const codeError = (code: string): Error => Object.assign(new Error(code), { code });

t.test("each failure of a request has its own clause", async (t) => {
  const cases: readonly (readonly [error: Error, clause: string])[] = [
    [codeError("ECONNREFUSED"), "the customer system refused the connection"],
    [codeError("ENOTFOUND"), "the address of the customer system could not be resolved"],
    [codeError("ECONNRESET"), "the customer system closed the connection before it answered"],
    [codeError("CERT_HAS_EXPIRED"), "the certificate of the customer system was not accepted (CERT_HAS_EXPIRED)"],
    [codeError("EPROTO"), "the customer system could not be reached over TLS (EPROTO)"],
    [codeError("EHOSTUNREACH"), "the customer system could not be reached (EHOSTUNREACH)"],
    [new ExchangeTimeoutError(), "the customer system did not answer within 3 s"],
    [new OutboundClosedError(), "the attempt was interrupted because the service was shutting down"],
    [new errors.HTTPParserError("broken"), "the answer of the customer system is not valid HTTP"],
  ];
  for (const [error, clause] of cases)
    t.equal(clauseOf(explainError(error, 3_000, "customer system"), message), clause);
});

t.test("a failure names the receiver that the message names", async (t) => {
  const refused = (who: Asked, cargo: Cargo): string => {
    const failure = explainError(codeError("ECONNREFUSED"), 3_000, who);
    return clauseOf(failure, cargo);
  };
  t.equal(refused("customer system", message), "the customer system refused the connection");
  t.equal(refused("bot's token endpoint", message), "the bot’s token endpoint refused the connection");
  t.equal(refused("receiver", webhook), "the owner’s server refused the connection");
});

t.test("an answer of the other side is quoted, an answer that the service describes is not", async (t) => {
  const lenient = { strictAnswers: false, hiddenErrorCodes: [] };
  const judged = (httpStatus: number, body: string, settings = lenient): string => {
    const { failure } = judgeAnswer({ httpStatus, body }, settings);
    return clauseOf(failure, message);
  };
  t.equal(judged(500, ""), "the customer system answered HTTP 500");
  t.equal(judged(302, ""), "the customer system answered with a redirect (HTTP 302), which is not followed");
  t.equal(judged(201, "", { ...lenient, strictAnswers: true }), "the customer system answered HTTP 201 instead of 200");
  t.equal(
    judged(200, '{"error":{"message":"The bot is closed."}}'),
    "the customer system answered “The bot is closed.”",
  );
  t.equal(
    judged(200, '{"error":{"message":"The clerk answered no."}}'),
    "the customer system answered “The clerk answered no.”",
  );
  t.equal(judged(200, '{"error":{"code":17}}'), "the customer system answered with error 17");
  const gone = judgeWebhookAnswer({ httpStatus: 410, body: "", secrets: [] }).failure;
  t.equal(clauseOf(gone, webhook), "the owner’s server answered HTTP 410 and does not want this event");
});

t.test("a webhook without a URL or without its body has its own clause", async (t) => {
  const skippedFor = async (webhooks: object | null): Promise<string> => {
    const parts = {
      directory: { find: () => ({ settings: { webhooks } }) },
      contents: { store: { read: async () => undefined } },
    };
    const attempted = await attemptWebhook(
      {} as never,
      { kind: "webhook", event: "chat_finished" },
      parts as never,
      () => false,
    );
    return clauseOf("skipped" in attempted ? attempted.skipped : null, webhook);
  };
  t.equal(await skippedFor(null), "the channel has no webhook URL any more");
  t.equal(await skippedFor({}), "the event is not stored any more");
});

t.test("an attempt that a restart interrupted, or that ran out of time, has its own clause", async (t) => {
  const ended = (restarted: boolean): string => {
    const running = { attempts: [{ number: 1 }], cargo: message } as never;
    const event = { type: "deadline.reached", nowMs: 0, id: "attempt-outcome", restarted } as never;
    return clauseOf(keepOutcome(running, event).error ?? null, message);
  };
  t.equal(
    ended(true),
    "the service was restarted during the last attempt, and it is unknown whether the delivery arrived",
  );
  t.equal(ended(false), "the customer system did not answer within 3 s");
});
