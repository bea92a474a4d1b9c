import Type from "typebox";
import { mediaTypes } from "../../codec/text/media-types.ts";
import { httpUrlPattern, urlLengthMax } from "../../codec/text/url-length.ts";
import type { OperationDoc } from "../server/operation.ts";

const resultOk = Type.Object({ result: Type.Literal("ok") }, { additionalProperties: false });

/** The handling of unusable optional fields. Source: CH-21, CH-36. */
const lenient =
  "The service drops a field that it cannot use, and cuts a text that is too long. The log of the channel has a warning for both.";

const text = (description: string) => Type.Optional(Type.String({ description }));

const sender = Type.Object(
  {
    id: Type.Union([Type.String({ maxLength: 255, pattern: "\\S" }), Type.Integer()], {
      description: "The id of the client in the customer system. Replies carry it in the same type.",
    }),
    name: text("The name of the client."),
    photo: text("The avatar of the client, an http or https URL."),
    url: text("The page that the client writes from."),
    phone: text("The phone number of the client."),
    email: text("The e-mail address of the client."),
    invite: text("The invitation that the client answers."),
  },
  { description: `The client who writes. ${lenient}` },
);

const id = { id: text("The id of the message in the customer system.") };
const degrees = (max: number) => Type.Number({ minimum: -max, maximum: max, description: "The angle in degrees." });
const count = (unit: string) => Type.Optional(Type.Integer({ minimum: 1, description: unit }));

const media = {
  file: Type.String({
    maxLength: urlLengthMax,
    pattern: httpUrlPattern,
    description: "The http or https URL of the media file.",
  }),
  thumb: text("The URL of a preview."),
  file_name: text("The name of the file."),
  file_size: count("The size of the file in bytes."),
  emoji: text("The emoji that a sticker shows."),
  title: text("The title of an audio file."),
  performer: text("The performer of an audio file."),
  duration: count("The duration in seconds."),
  width: count("The width in pixels."),
  height: count("The height in pixels."),
};
const fileTypes = mediaTypes.filter((type) => type !== "location");
const comment = text("The comment of the client.");

const message = Type.Union(
  [
    Type.Object({
      type: Type.Literal("text"),
      ...id,
      text: Type.String({ pattern: "\\S", description: "The text of the client: not blank." }),
    }),
    Type.Object({
      type: Type.Enum(fileTypes, { description: "The type of the message." }),
      ...id,
      ...media,
      text: comment,
    }),
    Type.Object({
      type: Type.Literal("location"),
      ...id,
      latitude: degrees(90),
      longitude: degrees(180),
      text: comment,
    }),
    Type.Object({
      type: Type.Enum(["typein", "typeout"], {
        description: "`typein`: the client types. `typeout`: the client has stopped.",
      }),
    }),
  ],
  { description: `The message. ${lenient}` },
);

/** Source: CH-17 to CH-57. */
const customerMessage = Type.Object(
  { sender, message },
  { $id: "CustomerMessage", description: "A message or a typing notice of a client." },
);

/** `POST /chat-api/{random}/{publicId}`. */
export const customerMessageDoc: OperationDoc = {
  id: "postMessage",
  summary: "Receives a message of a client. The answer comes when the message is stored.",
  tag: "Chat API",
  access: "anyone",
  isIdempotent: true,
  request: { schema: customerMessage },
  answer: { status: 200, description: "The message is stored and on its way to the agents.", schema: resultOk },
  failures: ["access_denied", "conflict"],
};

/** `GET /chat-api/{random}/{publicId}/status`. */
export const channelStatusDoc: OperationDoc = {
  id: "getStatus",
  summary: "Reports whether agents of the channel are online.",
  tag: "Chat API",
  access: "anyone",
  answer: {
    status: 200,
    description: "1 when an agent is available, else 0.",
    schema: Type.Union([Type.Literal(0), Type.Literal(1)]),
  },
};
