import Type from "typebox";
import { parseCustomerMessage } from "../../../codec/a-customer/customer-message.ts";
import type { CustomerMessage } from "../../../codec/a-customer/customer-message.types.ts";
import { parseSampleRequest, sampleChatAnswer, sampleRequest } from "../../../codec/a-customer/sample-chat.ts";
import type { Limits } from "../../../config/limits.ts";
import { addressGroup } from "../../../core/addresses/address-group.ts";
import { sampleCustomer as customer, sampleTokenOf } from "../../../core/addresses/sample-customer.ts";
import type { Result } from "../../../core/result.ts";
import { readSampleChat } from "../../../domain/chat/sample-chat.ts";
import type { ChannelEntry } from "../../../domain/directory.ts";
import type { SampleCustomer } from "../../../ports/sample-customer.ts";
import type { Store } from "../../../ports/store.ts";
import type { HttpExchange } from "../../http/http-exchange.ts";
import type { RateLimiter } from "../../limits/rate-limiter.ts";
import { isSameSecret } from "../../limits/same-secret.ts";
import type { Handler, Route } from "../../server/router.ts";
import type { SurfaceA } from "../channel-admission.ts";
import { isRefusedByRate, refuseBadPath } from "../channel-admission.ts";
import { BodyTurns } from "../checked-post.ts";
import type { CustomerIntake } from "../customer-message.ts";
import { CustomerPost } from "../customer-message.ts";
import { TestFaults } from "../test-faults.ts";

interface SampleMessagesParts extends SampleAdmission {
  readonly intake: CustomerIntake;
  readonly store: Store;
  readonly sampleCustomer: SampleCustomer;
  readonly limits: Limits;
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
      failures: ["access_denied", "not_found"],
    },
  },
});

const resultOk = Type.Object({ result: Type.Literal("ok") }, { additionalProperties: false });
const noStore = ["Cache-Control", "no-store"] as const;

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
  const { surface, intake, limits } = parts;
  // Its bodies are short and need no worker, and its page repeats no request, so it has no keys.
  const turns = new BodyTurns((bytes) => toMessage(bytes, limits), null, limits);
  const accepted = { headers: noStore, body: '{"result":"ok"}' };
  const line = { turns, keyedRequests: null, limits, accepted, faults: new TestFaults() };
  return (exchange, parameters) => {
    const entry = admitToSample(parts, exchange, parameters);
    if (entry === null || isRefusedByRate(surface.channelRate, entry.settings.id, exchange)) return;
    new CustomerPost(exchange, entry, line, intake).run();
  };
}

/** Builds the message in the form that a customer system would send. */
function toMessage(bytes: Uint8Array, limits: Limits): Result<CustomerMessage> {
  const request = parseSampleRequest(bytes, limits);
  if (!request.ok) return request;
  return parseCustomerMessage(Buffer.from(JSON.stringify({ sender: customer, message: request.value })), limits);
}

export interface SampleAdmission {
  readonly surface: SurfaceA;
  /** One bucket for each address, because pages poll. */
  readonly addressRate: RateLimiter;
  /** False if the config file switches the sample customer off. */
  readonly isOn: () => boolean;
}

/** Compared if the channel has no sample customer, so that the answer takes as long. Source: AUTH-02. */
const noToken = "-".repeat(32);

/**
 * Returns the channel of `/sample/{channel}/{token}`, or null after answering. 404: an unknown channel, a channel with another
 * customer system, or a wrong token; all three get the same answer. 429: too many wrong addresses or too many requests. Call it
 * before the handler returns. Source: AUTH-02, AUTH-14.
 */
export function admitToSample(
  { surface, addressRate, isOn }: SampleAdmission,
  exchange: HttpExchange,
  parameters: readonly string[],
): ChannelEntry | null {
  const [channelId = "", token = ""] = parameters;
  const found = surface.channels.find(channelId);
  const expected = isOn() && found?.settings.kind === "api" ? sampleTokenOf(found.settings.webhookUrl) : null;
  const isTokenRight = isSameSecret(expected ?? noToken, token);
  if (found === undefined || expected === null || !isTokenRight) return refuseBadPath(surface.badPaths, exchange);
  exchange.subject = found.settings.id;
  return isRefusedByRate(addressRate, addressGroup(exchange.remoteAddress()), exchange) ? null : found;
}
