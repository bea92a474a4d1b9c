import type { Static } from "typebox";
import Type from "typebox";
import { nullable, timeSchema } from "../desk/desk-schemas.ts";
import { createBodyParser } from "../schema/body-parser.ts";
import { about, idNumber } from "../schema/schema-parts.ts";
import { scopes } from "../settings/api-key-bounds.ts";
import { apiKeyFields } from "../settings/api-key-schema.ts";

const closed = ($id: string, description: string) => ({
  $id,
  additionalProperties: false,
  ...about("an object", description),
});

/** `POST /api/keys`. */
export const apiKeyCreation = Type.Object(
  {
    ...apiKeyFields,
    agent: Type.Optional(idNumber("The agent in whose name the key calls; the caller by default.")),
    expiresAt: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 8.64e15,
        ...about("a time in Unix milliseconds", "When it expires; never by default."),
      }),
    ),
  },
  closed("ApiKeyCreation", "An API key to be made."),
);

export const apiKeyAnswer = Type.Object(
  {
    id: Type.String({ description: "The id of the key. Nobody can call with it." }),
    name: Type.String({ description: "The name of the key." }),
    scopes: Type.Array(Type.Enum(scopes), { description: "What the key may do." }),
    channels: nullable(Type.Array(Type.String()), "The only channels of the key; null for all."),
    agent: Type.Integer({ description: "The id of the agent in whose name it calls." }),
    createdAt: timeSchema("When it was made"),
    expiresAt: nullable(timeSchema("When it expires"), "Null if it does not expire."),
    lastUsedAt: nullable(timeSchema("When it was used last, to some minutes"), "Null until the first use."),
    declared: Type.Boolean({ description: "Whether the config file has it. Only the file can take it away." }),
  },
  closed("ApiKey", "An API key."),
);

export type ApiKeyCreation = Static<typeof apiKeyCreation>;
export type ApiKeyAnswer = Static<typeof apiKeyAnswer>;

export const parseApiKeyCreation = createBodyParser(apiKeyCreation);
