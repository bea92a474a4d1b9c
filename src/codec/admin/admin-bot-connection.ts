import type { Static } from "typebox";
import Type from "typebox";
import { createBodyParser } from "../schema/body-parser.ts";
import { about, httpUrlWithPlaceholder, name } from "../schema/schema-parts.ts";
import { plainSecret } from "../schema/secret-schema.ts";
import { typedTokenMin } from "../settings/bot-token-bounds.ts";

/** `POST /api/channels/{id}/bot`. Source: BOT-52. */
export const botConnection = Type.Object(
  {
    name: name("What clients see as the sender. The provider gets this name too."),
    endpoint: Type.Optional(
      httpUrlWithPlaceholder(
        "{token}",
        "The bot's endpoint. The token is added at its end, or replaces {token} in it. Absent: the sample bot of the service.",
      ),
    ),
    token: Type.Optional(
      plainSecret(`${typedTokenMin} to 255 characters`, "The token of the bot. Absent: the service makes one.", {
        minLength: typedTokenMin,
        maxLength: 255,
      }),
    ),
  },
  { $id: "BotConnection", additionalProperties: false, ...about("an object", "The bot that is connected.") },
);

export type BotConnection = Static<typeof botConnection>;
export const parseBotConnection = createBodyParser(botConnection);
