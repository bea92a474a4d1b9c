import { channelLogAnswer } from "../../../../codec/desk/desk-answer-schemas.ts";
import { toDeskLogEntry } from "../../../../codec/desk/desk-log.ts";
import { readChannelLog } from "../../../../domain/channel/channel-log.ts";
import type { Handler, Route } from "../../../server/router.ts";
import { findAdministrator } from "../desk-caller.ts";
import type { DeskParts } from "../desk-parts.ts";
import { cursorDoc, decodeCursor, encodeCursor } from "../request/cursor.ts";

/**
 * `GET /api/channels/{id}/log?cursor=`: the channel's log entries that are not delivery attempts, newest first. Source: CH-21,
 * CH-50.
 */
export const channelLogRoute = (desk: DeskParts): Route => ({
  pattern: "/api/channels/:id/log",
  methods: { get: getLog(desk) },
  docs: {
    get: {
      id: "readChannelLog",
      summary: "Lists warnings about messages of customers and bots, and results of typing notices, the newest first.",
      tag: "Deliveries",
      access: "administrator",
      query: [cursorDoc],
      answer: { status: 200, description: "A page of entries.", schema: channelLogAnswer },
      failures: ["invalid_request", "access_denied", "not_found"],
    },
  },
});

const getLog =
  (desk: DeskParts): Handler =>
  async (exchange, [idText = ""]) => {
    if (findAdministrator(desk, exchange) === null) return;
    const channel = desk.runtime.directory.findEver(idText);
    if (channel === undefined)
      return exchange.answerFailure({ code: "not_found", message: "There is no such channel." });
    const before = decodeCursor("log", /^[0-9A-HJKMNP-TV-Z]{26}$/, exchange.query("cursor"));
    if (!before.ok) return exchange.answerFailure(before.failure);
    const { id } = channel.settings;
    const limit = desk.limits.pageRowsMax;
    const page = await readChannelLog(desk.store, id, before.value, limit);
    const last = page.at(-1);
    const cursor = last === undefined || page.length < limit ? null : encodeCursor("log", last.id);
    exchange.answer(200, { body: JSON.stringify({ entries: page.map(({ row }) => toDeskLogEntry(row)), cursor }) });
  };
