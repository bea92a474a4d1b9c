import type { Static } from "typebox";
import Type from "typebox";
import { createBodyParser } from "../../../../codec/schema/body-parser.ts";
import { about } from "../../../../codec/schema/schema-parts.ts";
import { asDeliveryId } from "../../../../core/ids.ts";
import type { Result } from "../../../../core/result.ts";
import { fail, ok } from "../../../../core/result.ts";
import { replayDeadLetters } from "../../../../domain/webhooks/replay.ts";
import type { Handler, Route } from "../../../server/router.ts";
import { findAdministrator } from "../../desk/desk-caller.ts";
import { decodeCursor, encodeCursor } from "../../desk/request/cursor.ts";
import { bodyOf } from "../admin-docs.ts";
import { answerMissing, answerResult, readAdminBody } from "../admin-exchange.ts";
import type { AdminParts } from "../admin-parts.ts";

const time = (description: string) =>
  Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      ...about("unix milliseconds, an integer from 0", description),
    }),
  );

const replayRequest = Type.Object(
  {
    from: time("Only events made at this time or later."),
    to: time("Only events made at this time or before."),
    cursor: Type.Optional(
      Type.String({
        ...about("the cursor of an earlier answer", "The cursor of the page before; the first when absent."),
      }),
    ),
  },
  { $id: "ReplayRequest", additionalProperties: false, ...about("an object", "Which dead letters to send again.") },
);

const parseReplay = createBodyParser(replayRequest);

/**
 * `POST /api/channels/{id}/webhooks/replay`: sends the channel's dead letters again, oldest first, a page at a time. To be repeated with
 * the cursor until that is null; a call that failed is repeated as it was. Source: WH-38.
 */
export const replayWebhooksRoute = (admin: AdminParts): Route => ({
  pattern: "/api/channels/:id/webhooks/replay",
  gate: "load",
  methods: { post: replayWebhooks(admin) },
  docs: {
    post: {
      id: "replayWebhooks",
      summary:
        "Sends failed events and mails again with the same ids and bodies, the oldest first, at most 500 at once.",
      tag: "Channels",
      access: "administrator",
      request: { schema: replayRequest },
      answer: {
        status: 200,
        description: "The number of events and mails that are sent again.",
        schema: bodyOf({
          replayed: Type.Integer({ minimum: 0, description: "The number of events and mails that are sent again." }),
          cursor: Type.Union([Type.String(), Type.Null()], {
            description: "The cursor of the next page; null at the end.",
          }),
        }),
      },
      failures: ["conflict"],
    },
  },
});

const replayWebhooks =
  (admin: AdminParts): Handler =>
  async (exchange, [id = ""]) => {
    if (findAdministrator(admin, exchange) === null) return;
    if (admin.runtime.directory.find(id) === undefined) return answerMissing(exchange, "channel");
    const request = await readAdminBody(admin, exchange, parseReplay);
    if (request === null) return;
    answerResult(exchange, 200, await replay(admin, id, request, exchange.requestId));
  };

interface ReplayAnswer {
  readonly replayed: number;
  readonly cursor: string | null;
}

async function replay(
  { runtime }: AdminParts,
  id: string,
  { from: fromMs = 0, to: toMs = Number.MAX_SAFE_INTEGER, cursor }: Static<typeof replayRequest>,
  cause: string,
): Promise<Result<ReplayAnswer>> {
  if (fromMs > toMs)
    return fail("invalid_request", `Field from must not be after field to, got ${fromMs} and ${toMs}.`);
  const list = `replay ${id}`;
  const place = decodeCursor(list, /^[0-9A-HJKMNP-TV-Z]{26}$/, cursor);
  if (!place.ok) return fail("invalid_request", "Field cursor must be the cursor of an earlier answer.");
  const settings = runtime.directory.find(id)?.settings;
  if (settings === undefined) return fail("not_found", "There is no such channel.");
  if (settings.webhooks === null)
    return fail("conflict", "The channel has no webhooks: set the URL of the webhooks first.");
  const after = place.value === undefined ? null : asDeliveryId(place.value);
  const range = { channelId: settings.id, fromMs, toMs, after };
  const page = await replayDeadLetters(runtime, range, { nowMs: runtime.clock.nowMs(), cause });
  if (!page.ok) return page;
  const { replayed, next } = page.value;
  return ok({ replayed, cursor: next === null ? null : encodeCursor(list, next) });
}
