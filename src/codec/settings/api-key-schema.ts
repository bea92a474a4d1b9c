import Type from "typebox";
import { about } from "../schema/schema-parts.ts";
import type { Scope } from "./api-key-bounds.ts";
import { keyNamePattern, scopes } from "./api-key-bounds.ts";

/** The scopes of a key that is limited to some channels. The others are about the whole installation. */
const channelScopes: readonly unknown[] = ["chats:read", "chats:write", "deliveries"] satisfies Scope[];
export const scopesOfChannels = `for a key of some channels: ${channelScopes.join(", ")}`;

/** Returns the scopes that a key of some channels cannot have. */
export const widerScopes = (given: readonly unknown[]): readonly unknown[] =>
  given.filter((scope) => !channelScopes.includes(scope));

/** The fields that a key has in the config file and when an administrator creates it. */
export const apiKeyFields = {
  name: Type.String({
    pattern: keyNamePattern,
    ...about("a text of 1 to 64 characters", "The key's name, which the history of chats shows."),
  }),
  scopes: Type.Array(Type.Enum(scopes, about(`one of ${scopes.join(", ")}`, "What the key may do.")), {
    minItems: 1,
    uniqueItems: true,
    ...about("a list of scopes, each once", "What the key may do."),
  }),
  channels: Type.Optional(
    Type.Array(Type.String(about("a channel's id", "A channel.")), {
      minItems: 1,
      uniqueItems: true,
      ...about("a list of channels, each once", "The only channels of the key; all by default."),
    }),
  ),
};
