import { inspectedKinds } from "../../codec/inspect/inspect-schemas.ts";
import { assert } from "../../core/result.ts";
import type { Parameter } from "./document.types.ts";
import type { JsonRecord } from "./schemas.ts";

interface PathParameter {
  /** The start of the route's pattern. */
  readonly prefix: string;
  readonly name: string;
  readonly description: string;
  /** Any text where it is absent. */
  readonly schema?: JsonRecord;
}

const digits = { type: "string", pattern: "^[1-9][0-9]*$" };
const number = { type: "integer", minimum: 1 };

/** The first entry that fits describes a parameter of a pattern. */
const parameters: readonly PathParameter[] = [
  { prefix: "/api/chats/", name: "id", description: "The chat's id.", schema: digits },
  {
    prefix: "/api/chats/",
    name: "picture",
    description:
      "client for the client's photo; 7-file or 7-thumb for the picture or the preview of the message with seq 7.",
    schema: { type: "string", pattern: "^(client|[1-9][0-9]*-(file|thumb))$" },
  },
  { prefix: "/api/chats/", name: "seq", description: "The seq of the message.", schema: digits },
  { prefix: "/api/channels/", name: "id", description: "The channel's public id." },
  { prefix: "/api/channels/", name: "name", description: "The endpoint's name." },
  { prefix: "/api/webhook-endpoints/", name: "name", description: "The endpoint's name." },
  {
    prefix: "/api/clients/",
    name: "id",
    description: "The client's id on its channel, as chats show it in client.id, percent-encoded.",
  },
  { prefix: "/api/agents/", name: "id", description: "The agent's id.", schema: number },
  { prefix: "/api/departments/", name: "id", description: "The department's id.", schema: number },
  { prefix: "/api/providers/", name: "id", description: "The provider's id." },
  { prefix: "/api/sessions/", name: "id", description: "The session's id, as the list of sessions has it." },
  { prefix: "/api/keys/", name: "id", description: "The key's id, as the list of keys has it." },
  { prefix: "/api/canned-replies/", name: "id", description: "The reply's id, a ULID." },
  { prefix: "/api/offline-messages/", name: "id", description: "The offline message's id.", schema: digits },
  {
    prefix: "/api/offline-messages/",
    name: "answer",
    description: "The id of a mail in answer to it, as the message has it.",
  },
  { prefix: "/api/deliveries/", name: "id", description: "The delivery's id, a ULID." },
  { prefix: "/api/inspect/chats/", name: "id", description: "The chat's id.", schema: digits },
  {
    prefix: "/api/inspect/actors/",
    name: "kind",
    description: "The actor's kind.",
    schema: { type: "string", enum: inspectedKinds },
  },
  { prefix: "/api/inspect/actors/", name: "id", description: "The actor's address without its kind." },
  { prefix: "/api/inspect/charts/", name: "hash", description: "The chart's name." },
  { prefix: "/chat-api/", name: "random", description: "The secret of the channel's address." },
  { prefix: "/chat-api/", name: "publicId", description: "The channel's public id." },
  { prefix: "/bots/", name: "providerId", description: "The provider's id." },
  { prefix: "/bots/", name: "token", description: "The token of the bot, which the provider has made." },
  { prefix: "/calls/", name: "gatewayToken", description: "The token of the call gateway's address." },
  { prefix: "/widget/", name: "widget", description: "The widget's channel id." },
  { prefix: "/widget/", name: "id", description: "The widget's channel id." },
  { prefix: "/script/widget/", name: "id", description: "The widget's channel id." },
  { prefix: "/demo/", name: "id", description: "The widget's channel id." },
  { prefix: "/sample/", name: "channel", description: "The channel's public id." },
  { prefix: "/sample/", name: "token", description: "The secret of the sample customer's page." },
  { prefix: "/assets/", name: "folder", description: "A folder of the build." },
  { prefix: "/assets/", name: "version", description: "Names all files of the folder together." },
  { prefix: "/assets/", name: "name", description: "The file's name." },
  { prefix: "/pictures/", name: "signature", description: "The service's signature of the address." },
  { prefix: "/pictures/", name: "address", description: "The address of the picture, as base64url." },
  { prefix: "/photos/", name: "token", description: "The secret of the photo's address." },
  { prefix: "/files/", name: "token", description: "The secret of the file's address." },
  { prefix: "/files/", name: "name", description: "The file's name." },
];

/** Converts the pattern `/api/chats/:id` to the document's form `/api/chats/{id}`, and describes its parameters. */
export function describePath(pattern: string): { readonly path: string; readonly parameters: readonly Parameter[] } {
  const segments = pattern.split("/");
  const names = segments.filter((segment) => segment.startsWith(":")).map((segment) => segment.slice(1));
  return {
    path: segments.map((segment) => (segment.startsWith(":") ? `{${segment.slice(1)}}` : segment)).join("/"),
    parameters: names.map((name) => {
      const found = parameters.find((known) => known.name === name && pattern.startsWith(known.prefix));
      assert(found !== undefined, `the parameter ${name} of ${pattern} has no description`);
      return {
        name,
        in: "path",
        required: true,
        description: found.description,
        schema: found.schema ?? { type: "string" },
      };
    }),
  };
}
