import type { ChannelId } from "../../machines/ids.ts";
import { encodeAgentMessage } from "../codec/a-customer/agent-message.ts";
import { encodeBotEvent } from "../codec/b-bot/bot-event.ts";
import { withSignature } from "../codec/signatures/signature.ts";
import type { RequestPreview, RequestPreviews } from "../ports/request-preview.ts";
import type { Endpoint } from "./address/address-guard.ts";
import { mask, maskAddress, parseHttpUrl, toEndpoint } from "./address/address-guard.ts";
import { toBotEndpoint } from "./bot/bot-requests.ts";
import { headersFor } from "./request/found-target.ts";
import { headersOf, toWebhookEndpoint } from "./webhook/webhook-requests.ts";

/** Replaces a secret in text that a person may copy. Nobody takes it for the secret itself. */
const hidden = "…";

/** Shows what `createOutbound` sends, built from the same parts. Source: DEL-26, DEL-27, DEL-28, WH-39, WH-40, AUTH-14. */
export const requestPreviews: RequestPreviews = {
  message(attempt, atMs) {
    const { settings, deliveryId: id } = attempt;
    const endpoint = toEndpoint(settings);
    const body = Buffer.from(encodeAgentMessage(attempt));
    const framing = settings.chunked ? ["Transfer-Encoding", "chunked"] : lengthOf(body);
    const headers = withSignature(headersFor(endpoint), settings, { id, body, nowMs: atMs });
    return toPreview(endpoint, settings.id, [...headers, ...framing], body.toString());
  },
  webhook(report, atMs) {
    const { webhooks, channelId, body } = report;
    const url = parseHttpUrl(webhooks.url);
    const endpoint = url === null ? null : toWebhookEndpoint(url, channelId);
    const headers = [...headersOf(report, headersFor(endpoint), atMs), ...lengthOf(body)];
    return toPreview(endpoint, channelId, headers, Buffer.from(body).toString());
  },
  bot(telling, atMs) {
    const { bot, channelId, deliveryId: id } = telling;
    const endpoint = toBotEndpoint(bot, channelId);
    const body = Buffer.from(encodeBotEvent(telling));
    const headers = withSignature(headersFor(endpoint), bot, { id, body, nowMs: atMs });
    const preview = toPreview(endpoint, channelId, [...headers, ...lengthOf(body)], body.toString());
    return { ...preview, url: endpoint?.address.replaceAll(mask, hidden) ?? hidden };
  },
};

const lengthOf = (body: Uint8Array): readonly string[] => ["Content-Length", String(body.length)];

const toPreview = (
  endpoint: Endpoint | null,
  channelId: ChannelId,
  headers: readonly string[],
  body: string,
): RequestPreview => ({ url: toShownUrl(endpoint, channelId), headers: toShownHeaders(headers), body });

function toShownUrl(endpoint: Endpoint | null, channelId: ChannelId): string {
  if (endpoint === null) return hidden;
  return maskAddress(new URL(`${endpoint.origin}${endpoint.path}`), channelId).replaceAll(mask, hidden);
}

function toShownHeaders(headers: readonly string[]): Readonly<Record<string, string>> {
  const shown: Record<string, string> = {};
  for (const [index, name] of headers.entries()) {
    if (index % 2 === 1) continue;
    shown[name] = name === "Authorization" ? `Basic ${hidden}` : (headers[index + 1] ?? "");
  }
  return shown;
}
