import { Check } from "typebox/value";
import type { WebhookSettings } from "../../../machines/channel/channel.types.ts";
import { policyFor } from "../../../machines/delivery/policies.ts";
import type { AttemptFailure } from "../../../machines/tells.ts";
import { plainSecret } from "../../codec/schema/secret-schema.ts";
import { webhooksFields } from "../../codec/settings/channel-schema.ts";
import { defaultLimits } from "../../config/limits.ts";
import { systemClock } from "../../core/clock.ts";
import { asChannelId, asDeliveryId, noAgentId } from "../../core/ids.ts";
import { newSigningSecret } from "../../core/random/signing-secret.ts";
import type { Endpoint } from "../../delivery/address/address-guard.ts";
import { createAddressGuard, parseHttpUrl, toEndpoint } from "../../delivery/address/address-guard.ts";
import { toBotEndpoint } from "../../delivery/bot/bot-requests.ts";
import { judgeAnswer } from "../../delivery/customer/customer-requests.ts";
import { createAsker } from "../../delivery/request/ask.ts";
import { createEndpointPools } from "../../delivery/request/endpoint-pools.ts";
import type { Asked } from "../../delivery/request/explain-error.ts";
import { explainError, explainStatus, isSuccess } from "../../delivery/request/explain-error.ts";
import { headersFor } from "../../delivery/request/found-target.ts";
import { headersOf, judgeWebhookAnswer, toWebhookEndpoint } from "../../delivery/webhook/webhook-requests.ts";
import type { Clock } from "../../ports/clock.ts";

export type Surface = "customer-system" | "bot" | "receiver";

/** The channel in whose name the command sends. */
export const channelId = asChannelId("PARLEYTRY");

/** The side that is tried. */
export interface Target {
  readonly surface: Surface;
  readonly url: string;
  /** `null`: requests are not signed. A secret. */
  readonly secret: string | null;
  /** The token of a bot. A secret. */
  readonly token: string;
  /** Whether only the exact answer of the protocol counts. Source: DEL-11. */
  readonly isStrict: boolean;
}

/** How a request proves its sender. `renewed`: by a new secret first, then by the right one. Source: WH-40. */
export type Signed = "rightly" | "wrongly" | "long ago" | "not at all" | "renewed";

export interface Post {
  readonly body: string;
  /** The `webhook-id` of a signed request, and of each event. */
  readonly id: string;
  readonly attempt?: number;
  readonly isChunked?: boolean;
  readonly signed?: Signed;
  /** Another token than that of the bot. */
  readonly token?: string;
}

/** What came, and how the service judges it. */
export interface Answered {
  readonly httpStatus: number | null;
  /** `null` when the service counts the request as delivered. */
  readonly failure: AttemptFailure | null;
  /** What the service writes into its log about a positive answer. */
  readonly note: string | null;
  /** The request for a person, without secrets. */
  readonly request: string;
}

/** Sends requests as the service sends them, and judges the answers as the service judges them. */
export interface Sender {
  post(post: Post): Promise<Answered>;
  /** Ends everything that runs. */
  close(): Promise<void>;
}

/** Everything is allowed, because the person who runs the command chose the address. */
const everywhere = { allow: ["0.0.0.0/0", "::/0"], allowHttp: true };
const connectionsMax = 8;
const shownCharactersMax = 240;
const dayMs = 24 * 60 * 60 * 1_000;
/** Receivers accept what is at most five minutes old. */
const longAgoMs = 10 * 60 * 1_000;

const asked: Readonly<Record<Surface, Asked>> = {
  "customer-system": "customer system",
  bot: "bot",
  receiver: "receiver",
};

/** The number of requests is limited, so that a mistake in a table cannot load somebody's system. */
export function openSender(target: Target, requestsMax: number, clock: Clock): Sender {
  const { surface } = target;
  const limits = { customer: defaultLimits.answerBytesMax, webhook: defaultLimits.webhookAnswerBytesMax };
  const answerBytesMax = surface === "receiver" ? limits.webhook : limits.customer;
  const guard = createAddressGuard(everywhere);
  const pools = createEndpointPools(guard, { connectionsMax, answerBytesMax, allowHttp: true });
  const asker = createAsker(clock);
  const timeoutMs = timeoutOf(surface);
  let sent = 0;
  return {
    async post(post) {
      sent += 1;
      if (sent > requestsMax) throw new Error(`Expected at most ${requestsMax} requests.`);
      const endpoint = endpointOf(target, post.token ?? target.token);
      if (endpoint === null) throw new Error("Expected an http or https URL.");
      const body = Buffer.from(post.body);
      const headers = [...headersFor(endpoint), ...proofOf(target, post, body)];
      const { httpStatus, answer, error } = await asker.ask({
        pools,
        target: { endpoint, refusal: null, owner: null },
        toRequest: () => ({ path: endpoint.path, headers, body, isChunked: post.isChunked === true }),
        untilMs: clock.nowMs() + timeoutMs,
      });
      const judged =
        httpStatus !== null && error === null
          ? judge(target, httpStatus, answer)
          : { failure: explainError(error, timeoutMs, asked[surface]) ?? unexplained(error), note: null };
      return { httpStatus, failure: judged.failure, note: judged.note, request: describe(endpoint, post) };
    },
    async close() {
      asker.close();
      await pools.destroy(new Error("The command ends."));
    },
  };
}

const unexplained = (error: unknown): AttemptFailure => ({
  kind: "connection",
  code: "connection",
  message: error instanceof Error ? error.message : String(error),
});

const { signingSecret: secretSchema } = webhooksFields(plainSecret);
export const isSigningSecret = (text: string): boolean => Check(secretSchema, text);
export const isHttpUrl = (text: string): boolean => parseHttpUrl(text) !== null;

/** Customer systems and bots have the same time. Source: DEL-03, BOT-17, WH-35. */
function timeoutOf(surface: Surface): number {
  if (surface === "receiver") return policyFor({ kind: "webhook", event: "chat_accepted" }).timeoutMs;
  const content = { type: "text", text: "", media: null } as const;
  return policyFor({ kind: "message", content, sender: { id: noAgentId, name: "", photo: null } }).timeoutMs;
}

function endpointOf({ surface, url }: Target, token: string): Endpoint | null {
  switch (surface) {
    case "customer-system":
      return toEndpoint({ id: channelId, webhookUrl: url, appendPublicId: false });
    case "bot":
      return toBotEndpoint({ endpoint: url, token }, channelId);
    case "receiver": {
      const parsed = parseHttpUrl(url);
      return parsed === null ? null : toWebhookEndpoint(parsed, channelId);
    }
  }
}

function judge({ surface, isStrict }: Target, httpStatus: number, body: string) {
  switch (surface) {
    case "customer-system":
      return judgeAnswer({ httpStatus, body }, { strictAnswers: isStrict, hiddenErrorCodes: [] });
    case "bot": {
      const message = explainStatus(httpStatus, "bot");
      const failure = { kind: "http_status", code: "http_status", message } as const;
      return { failure: isSuccess(httpStatus) ? null : failure, note: null };
    }
    case "receiver": {
      const { failure, note } = judgeWebhookAnswer({ httpStatus, body, secrets: [] });
      return { failure, note };
    }
  }
}

/** The headers that name the event and prove the sender. Source: WH-39, WH-40. */
function proofOf({ surface, url, secret }: Target, post: Post, body: Buffer): readonly string[] {
  const { id, attempt = 1, signed = "rightly" } = post;
  const nowMs = systemClock.nowMs();
  const previousSecret = signed === "renewed" && secret !== null ? { secret, untilMs: nowMs + dayMs } : null;
  const webhooks: WebhookSettings = { url, signingSecret: secretFor(secret, signed), previousSecret, endpoints: [] };
  const report = { channelId, webhooks, deliveryId: asDeliveryId(id), event: "chat_accepted", body } as const;
  const headers = headersOf(
    { ...report, attempt, timeoutMs: 0 },
    [],
    signed === "long ago" ? nowMs - longAgoMs : nowMs,
  );
  if (surface === "receiver") return headers;
  // Only events have ids and numbers without a signature.
  return secret === null ? [] : headers.filter((_, index) => headers[index - (index % 2)] !== "webhook-attempt");
}

function secretFor(secret: string | null, signed: Signed): string | null {
  if (secret === null || signed === "not at all") return null;
  return signed === "wrongly" || signed === "renewed" ? newSigningSecret() : secret;
}

function describe({ address }: Endpoint, { id, attempt = 1, body, isChunked, signed }: Post): string {
  const how = [
    ...(isChunked === true ? ["chunked"] : []),
    ...(attempt === 1 ? [] : [`attempt ${attempt}`]),
    ...(signed === undefined ? [] : [`signed ${signed}`]),
  ];
  const start = body.length > shownCharactersMax ? `${body.slice(0, shownCharactersMax)}…` : body;
  return `POST ${address}, id ${id}${how.map((word) => `, ${word}`).join("")}: ${start}`;
}
