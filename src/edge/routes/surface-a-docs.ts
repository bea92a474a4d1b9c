import Type from "typebox";
import { mediaTypes } from "../../codec/text/media-types.ts";
import type { OperationDoc } from "../server/operation.ts";

const resultOk = Type.Object({ result: Type.Literal("ok") }, { additionalProperties: false });

/** What becomes of unusable optional fields. Source: CH-21, CH-36. */
const lenient =
  "A field that cannot be used is dropped, a text that is too long is cut; the channel's log warns of both.";

const text = (description: string) => Type.Optional(Type.String({ description }));

const sender = Type.Object(
  {
    id: Type.Union([Type.String({ minLength: 1, maxLength: 255 }), Type.Integer()], {
      description: "Names the client in the customer system. Replies carry it in the same type.",
    }),
    name: text("The client's name."),
    photo: text("The client's avatar, an http or https URL."),
    url: text("The page the client writes from."),
    phone: text("The client's phone number."),
    email: text("The client's e-mail address."),
    invite: text("The invitation the client answers."),
  },
  { description: `Who writes. ${lenient}` },
);

const id = { id: text("The customer system's id of the message.") };
const degrees = (max: number) => Type.Number({ minimum: -max, maximum: max, description: "Degrees." });
const count = (unit: string) => Type.Optional(Type.Integer({ minimum: 1, description: unit }));

const media = {
  file: Type.String({ description: "The http or https URL of the media file." }),
  thumb: text("The URL of a preview."),
  file_name: text("The file's name."),
  file_size: count("The file's bytes."),
  emoji: text("The emoji a sticker stands for."),
  title: text("The title of an audio file."),
  performer: text("The performer of an audio file."),
  duration: count("Seconds."),
  width: count("Pixels."),
  height: count("Pixels."),
};
const fileTypes = mediaTypes.filter((type) => type !== "location");
const comment = text("What the client wrote beside it.");

const message = Type.Union(
  [
    Type.Object({
      type: Type.Literal("text"),
      ...id,
      text: Type.String({ pattern: "\\S", description: "What the client wrote; not blank." }),
    }),
    Type.Object({ type: Type.Enum(fileTypes), ...id, ...media, text: comment }),
    Type.Object({
      type: Type.Literal("location"),
      ...id,
      latitude: degrees(90),
      longitude: degrees(180),
      text: comment,
    }),
    Type.Object({ type: Type.Enum(["typein", "typeout"], { description: "The client types, or has stopped." }) }),
  ],
  { description: `What is written. ${lenient}` },
);

/** Source: CH-17 to CH-57. */
const customerMessage = Type.Object(
  { sender, message },
  { $id: "CustomerMessage", description: "A client's message or typing notice." },
);

/** `POST /chat-api/{random}/{publicId}`. */
export const customerMessageDoc: OperationDoc = {
  id: "postMessage",
  summary: "Takes a client's message; answered when it is stored for good.",
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
  summary: "Whether agents of the channel are online.",
  tag: "Chat API",
  access: "anyone",
  answer: {
    status: 200,
    description: "1 when an agent is available, else 0.",
    schema: Type.Union([Type.Literal(0), Type.Literal(1)]),
  },
};
