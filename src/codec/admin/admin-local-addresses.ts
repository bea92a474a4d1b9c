import type { Static } from "typebox";
import Type from "typebox";
import { createBodyParser } from "../schema/body-parser.ts";
import { about } from "../schema/schema-parts.ts";

const change = Type.Object(
  {
    at: Type.Integer({ description: "When, unix milliseconds." }),
    agentId: Type.Integer({ description: "The administrator." }),
    allowed: Type.Boolean({ description: "Whether such addresses were allowed after this change." }),
  },
  { additionalProperties: false },
);

/** `GET /api/local-addresses`. */
export const localAddressesAnswer = Type.Object(
  {
    allowed: Type.Boolean({ description: "Whether requests may go to addresses of the own machine and network." }),
    forbidden: Type.Boolean({
      description: "Whether the config file forbids them, so that administrators cannot allow them.",
    }),
    changes: Type.Array(change, { description: "The last changes, the newest first." }),
  },
  { $id: "LocalAddresses", additionalProperties: false, description: "Loopback, RFC 1918 and unique local addresses." },
);

export type LocalAddressesChange = Static<typeof change>;
export type LocalAddressesAnswer = Static<typeof localAddressesAnswer>;

/** `PATCH /api/local-addresses`. */
export const localAddressesRequest = Type.Object(
  { allowed: Type.Boolean({ ...about("true or false", "Whether requests may go there.") }) },
  { $id: "LocalAddressesRequest", additionalProperties: false, ...about("an object", "What is to change.") },
);
export const parseLocalAddressesRequest = createBodyParser(localAddressesRequest);
