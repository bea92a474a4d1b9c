import type { StartAttemptEffect } from "../../../machines/delivery/delivery.types.ts";
import type { AttemptFailure, WebhookCargo } from "../../../machines/tells.ts";
import type { ChatLogEncoder } from "../../ports/chat-log-encoder.ts";
import type { Outbound } from "../../ports/outbound.ts";
import type { Store } from "../../ports/store.ts";
import type { Attempted } from "../delivery/attempts.ts";
import type { Directory } from "../directory.ts";
import { bodyOfWebhook } from "./webhook-body.ts";

export interface WebhookAttemptParts {
  readonly directory: Directory;
  readonly outbound: Outbound;
  readonly store: Pick<Store, "read" | "scan">;
  readonly chatLog: ChatLogEncoder;
}

/** One attempt to send an event to the owner's server, at the present address. Source: WH-41. */
export async function attemptWebhook(
  { chatId, channelId, deliveryId, attempt, timeoutMs }: StartAttemptEffect,
  { event }: WebhookCargo,
  { directory, outbound, store, chatLog }: WebhookAttemptParts,
  isLate: () => boolean,
): Promise<Attempted> {
  const webhooks = directory.find(channelId)?.settings.webhooks ?? null;
  if (webhooks === null) return { skipped: noUrl };
  const row = await store.read("webhook", [Number(chatId), deliveryId]);
  if (row === undefined) return { skipped: noBody };
  const body = await bodyOfWebhook(row, chatId, { store, chatLog });
  if (isLate()) return { isWithdrawn: true };
  return outbound.report({ channelId, webhooks, deliveryId, event, body, attempt, timeoutMs });
}

const noTarget = (message: string): AttemptFailure => ({ kind: "no_target", code: "no_target", message });
const noUrl = noTarget("The channel has no webhook URL any more.");
const noBody = noTarget("The event is no longer stored.");
