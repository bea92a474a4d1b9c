import type { Static } from "typebox";
import Type from "typebox";
import type { ChatMessage } from "../../../machines/chat/message.types.ts";
import { ok } from "../../core/result.ts";
import type { BodyParser } from "../schema/body-parser.ts";
import { createBodyParser } from "../schema/body-parser.ts";
import { about } from "../schema/schema-parts.ts";

const nullable = (description: string) => Type.Union([Type.String(), Type.Null()], { description });

const line = Type.Object(
  {
    id: Type.String({ description: "The id of the message." }),
    from: Type.Enum(["customer", "agent", "bot"], { description: "Who wrote the message." }),
    name: nullable("The name of the agent or the bot."),
    text: Type.String({ description: "The text of the message, or the comment of a file." }),
    file: nullable("The URL of a file."),
    fileName: nullable("The file's name."),
    atMs: Type.Integer({ description: "Unix milliseconds." }),
  },
  { additionalProperties: false },
);

/** `GET /sample/{channel}/{token}/messages`. */
export const sampleChatAnswer = Type.Object(
  {
    messages: Type.Array(line, { description: "The last of what the customer wrote and got, in order." }),
    typing: nullable("Who of the agents types; null when nobody does."),
    agentsOnline: Type.Boolean({ description: "Whether an agent of the channel is available." }),
  },
  { $id: "SampleChat", additionalProperties: false, description: "What the sample customer reads." },
);

export type SampleLine = Static<typeof line>;
export type SampleChat = Static<typeof sampleChatAnswer>;

/** `POST /sample/{channel}/{token}/messages`: a text or a typing notice, not both. */
export const sampleRequest = Type.Object(
  {
    text: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 1_000,
        pattern: "\\S",
        ...about("1 to 1000 characters, not blank", "What the customer writes."),
      }),
    ),
    typing: Type.Optional(
      Type.Enum(["typein", "typeout"], { ...about('"typein" or "typeout"', "The customer types, or has stopped.") }),
    ),
  },
  {
    $id: "SampleRequest",
    additionalProperties: false,
    oneOf: [{ required: ["text"] }, { required: ["typing"] }],
    ...about("an object with either text or typing", "What the sample customer does: it writes, or types."),
  },
);

/** The `message` that a customer system would post. */
type SampleMessage = { readonly type: "text"; readonly text: string } | { readonly type: "typein" | "typeout" };

const parseFields = createBodyParser(sampleRequest);

export const parseSampleRequest: BodyParser<SampleMessage> = (bytes, limits) => {
  const request = parseFields(bytes, limits);
  if (!request.ok) return request;
  const { text, typing } = request.value;
  return ok(text === undefined ? { type: typing ?? "typeout" } : { type: "text", text });
};

/** A message as the customer sees it. */
export function toSampleLine({ id, from, content, atMs }: ChatMessage, name: string | null): SampleLine {
  return {
    id,
    from: from === "agent" || from === "bot" ? from : "customer",
    name,
    text: content.fallback ?? content.text,
    file: content.media?.file ?? null,
    fileName: content.media?.file_name ?? null,
    atMs,
  };
}
