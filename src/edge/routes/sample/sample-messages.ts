import Type from "typebox";
import type { CustomerMessage } from "../../../codec/a-customer/customer-message.types.ts";
import { parseSampleRequest, sampleChatAnswer, sampleRequest } from "../../../codec/a-customer/sample-chat.ts";
import type { Limits } from "../../../config/limits.ts";
import { sampleCustomer as customer } from "../../../core/addresses/sample-customer.ts";
import { ERROR_MESSAGE } from "../../../core/errors.ts";
import { InOrder } from "../../../core/in-order.ts";
import type { Failure, Result } from "../../../core/result.ts";
import { readSampleChat } from "../../../domain/chat/sample-chat.ts";
import type { SampleCustomer } from "../../../ports/sample-customer.ts";
import type { Store } from "../../../ports/store.ts";
import type { HttpExchange } from "../../http/http-exchange.ts";
import type { DiskFloors } from "../../limits/disk-floors.ts";
import type { RateLimiter } from "../../limits/rate-limiter.ts";
import type { Handler, Route } from "../../server/router.ts";
import type { ChannelEntry, CustomerMessageHandler, SurfaceA } from "../surface-a.types.ts";
import type { SampleAdmission } from "./sample-admission.ts";
import { admitToSample } from "./sample-admission.ts";

export interface SampleMessagesParts extends SampleAdmission {
  readonly surface: SurfaceA;
  readonly store: Pick<Store, "durable" | "scan">;
  readonly sampleCustomer: SampleCustomer;
  readonly messages: CustomerMessageHandler<CustomerMessage>;
  readonly senderRate: RateLimiter;
  readonly floors: Pick<DiskFloors, "refuseMessage">;
  readonly limits: Pick<Limits, "bodyBytesMax" | "jsonDepthMax" | "sampleLinesMax">;
}

/**
 * `GET /sample/{channel}/{token}/messages`: the data that the sample customer reads, `{messages, typing, agentsOnline}`. `POST`:
 * the sample customer's message `{"text":"Hello"}`, or `{"typing":"typein"}`. It is handled as every customer's message, within
 * the same rates, and answered 200 after its commit.
 */
export const sampleMessagesRoute = (parts: SampleMessagesParts): Route => ({
  pattern: "/sample/:channel/:token/messages",
  gate: "load",
  methods: { get: readMessages(parts), post: writeMessage(parts) },
  docs: {
    get: {
      id: "readSampleChat",
      summary: "Lists the messages of the built-in sample customer of a channel.",
      tag: "Sample customer",
      access: "anyone",
      answer: { status: 200, description: "The last messages, and who is there.", schema: sampleChatAnswer },
      failures: ["not_found"],
    },
    post: {
      id: "writeAsSample",
      summary: "Sends a message of the built-in sample customer of a channel.",
      tag: "Sample customer",
      access: "anyone",
      request: { schema: sampleRequest },
      answer: { status: 200, description: "The message is stored and on its way to the agents.", schema: resultOk },
      failures: ["invalid_request", "access_denied", "not_found"],
    },
  },
});

const resultOk = Type.Object({ result: Type.Literal("ok") }, { additionalProperties: false });
const noStore = ["Cache-Control", "no-store"] as const;
const rateLimited: Failure = { code: "rate_limited", message: ERROR_MESSAGE.rate_limited };

function readMessages(parts: SampleMessagesParts): Handler {
  const { store, limits, sampleCustomer } = parts;
  return async (exchange, parameters) => {
    const entry = admitToSample(parts, exchange, parameters);
    if (entry === null) return;
    const channelId = entry.settings.id;
    const messages = await readSampleChat(store, { channelId, customerId: customer.id }, limits.sampleLinesMax);
    const typing = sampleCustomer.typing(channelId, customer.id);
    const body = JSON.stringify({ messages, typing, agentsOnline: entry.status === 1 });
    exchange.answer(200, { headers: noStore, body });
  };
}

function writeMessage(parts: SampleMessagesParts): Handler {
  const inOrder = new InOrder();
  return (exchange, parameters) => {
    const entry = admitToSample(parts, exchange, parameters);
    if (entry === null) return;
    exchange.onBody(parts.limits.bodyBytesMax, (body) => {
      const message = body.ok ? toMessage(body.value, parts) : body;
      const admitted = message.ok ? admit(entry, message.value, parts) : message;
      if (!admitted.ok) {
        exchange.answerFailure(admitted.failure);
        return;
      }
      const later = inOrder.run(() => transmit(exchange, entry, admitted.value, parts));
      if (later instanceof Promise) later.catch((defect: unknown) => exchange.answerDefect(defect));
    });
  };
}

/** Builds the message in the form that a customer system would send. */
function toMessage(bytes: Uint8Array, { limits, messages }: SampleMessagesParts): Result<CustomerMessage> {
  const request = parseSampleRequest(bytes, limits);
  if (!request.ok) return request;
  return messages.parse(Buffer.from(JSON.stringify({ sender: customer, message: request.value })));
}

/** Runs the checks of every customer message. Source: ERR-17. */
function admit(
  { settings }: ChannelEntry,
  message: CustomerMessage,
  { surface, senderRate, messages }: SampleMessagesParts,
): Result<CustomerMessage> {
  if (!settings.enabled) return { ok: false, failure: { code: "access_denied", message: "This channel is disabled." } };
  const waitSeconds =
    surface.channelRate.take(settings.id) || senderRate.take(`${settings.id}/${messages.senderKey(message)}`);
  if (waitSeconds > 0) return { ok: false, failure: { ...rateLimited, retryAfterSeconds: waitSeconds } };
  return { ok: true, value: message };
}

function transmit(
  exchange: HttpExchange,
  entry: ChannelEntry,
  message: CustomerMessage,
  { messages, floors }: SampleMessagesParts,
): void | Promise<void> {
  const refusing = floors.refuseMessage(() => messages.isBeginning(entry, message));
  if (refusing === null) return receive(exchange, entry, message, messages);
  if (!(refusing instanceof Promise)) return exchange.answerFailure(refusing);
  return refusing.then((refusal) => {
    if (refusal === null) receive(exchange, entry, message, messages);
    else exchange.answerFailure(refusal);
  });
}

function receive(
  exchange: HttpExchange,
  entry: ChannelEntry,
  message: CustomerMessage,
  messages: SampleMessagesParts["messages"],
): void {
  messages.receive(entry, message, { requestId: exchange.requestId }, (received) => {
    if (received.ok) exchange.answer(200, { headers: noStore, body: '{"result":"ok"}' });
    else exchange.answerFailure(received.failure);
  });
}
