import {
  offlineMessageAnswer,
  offlineMessageChange,
  parseOfflineMessageChange,
} from "../../../../codec/desk/desk-offline.ts";
import { changeLeft, noSuchMessage } from "../../../../domain/client/left-messages.ts";
import { readLeft, showOffline } from "../../../../domain/client/offline-pages.ts";
import type { OfflineMessageRow } from "../../../../ports/store.ts";
import type { HttpExchange } from "../../../http/http-exchange.ts";
import type { Handler, Route } from "../../../server/router.ts";
import type { DeskCaller } from "../desk-caller.ts";
import { findCaller } from "../desk-caller.ts";
import type { DeskParts } from "../desk-parts.ts";
import { readBody } from "../request/read-body.ts";

/** `PATCH /api/offline-messages/{id} {ownerId?, done?}`: changes the owner of a left message, and whether it is done. */
export const offlineMessageRoute = (desk: DeskParts): Route => ({
  pattern: "/api/offline-messages/:id",
  gate: "load",
  methods: { patch: changeMessage(desk) },
  docs: {
    patch: {
      id: "changeOfflineMessage",
      summary:
        "Changes the agent or the state of a message from the offline form. Only the agent of the message or an administrator can give it to another agent.",
      tag: "Chats",
      access: "agent",
      request: { schema: offlineMessageChange },
      answer: { status: 200, description: "The message as it is now.", schema: offlineMessageAnswer },
      failures: ["invalid_request", "not_found", "conflict", "payload_too_large"],
    },
  },
});

const changeMessage =
  (desk: DeskParts): Handler =>
  async (exchange, [idText = ""]) => {
    const caller = findCaller(desk, exchange);
    if (caller === null) return;
    const [found, bytes] = await Promise.all([lookUpLeft(desk, caller, idText), readBody(exchange, desk.limits)]);
    if (found === null) return exchange.answerFailure(noSuchMessage);
    const body = bytes.ok ? parseOfflineMessageChange(bytes.value, desk.limits) : bytes;
    if (!body.ok) return exchange.answerFailure(body.failure);
    const { number } = found;
    const parts = { store: desk.store, directory: desk.runtime.directory };
    const call = { number, by: caller.profile, nowMs: desk.clock.nowMs() };
    const changed = await changeLeft(parts, call, body.value);
    if (!changed.ok) return exchange.answerFailure(changed.failure);
    desk.runtime.feed.showOfflineMessage(number);
    await answerLeftMessage(desk, exchange, 200, number);
  };

const idPattern = /^[1-9][0-9]{0,14}$/;

/** Finds a left message that the caller may see; null for a hidden and for an unknown message. Source: AUTH-15. */
export async function lookUpLeft(
  { store, runtime }: DeskParts,
  { profile }: DeskCaller,
  idText: string,
): Promise<{ readonly number: number; readonly row: OfflineMessageRow } | null> {
  const number = Number(idText);
  const row = idPattern.test(idText) ? await readLeft(store, number) : undefined;
  return row !== undefined && runtime.directory.canSee(profile, row.channelId) ? { number, row } : null;
}

/** Answers with the current message, or 404 if it was deleted meanwhile. */
export async function answerLeftMessage(
  desk: DeskParts,
  exchange: HttpExchange,
  status: number,
  number: number,
): Promise<void> {
  const row = await readLeft(desk.store.durable, number);
  if (row === undefined) return exchange.answerFailure(noSuchMessage);
  const offlineMessage = await showOffline(desk.store.durable, desk.runtime.directory, number, row);
  exchange.answer(status, { body: JSON.stringify({ offlineMessage }) });
}
