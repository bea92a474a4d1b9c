import Type from "typebox";
import { mediaTypes } from "../../codec/media-types.ts";
import type { OperationDoc } from "../operation.ts";

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

const types = ["text", ...mediaTypes, "typein", "typeout"];

const message = Type.Object(
  {
    type: Type.Enum(types, { description: "What it is; typein and typeout tell that the client types or stopped." }),
    id: text("The customer system's id of the message."),
    text: text("The text: required for the type text, at most a caption otherwise."),
    file: text("The URL of the media file: required for media."),
    thumb: text("The URL of a preview."),
    file_name: text("The file's name."),
    file_size: Type.Optional(Type.Integer({ minimum: 1, description: "The file's bytes." })),
    emoji: text("The emoji a sticker stands for."),
    title: text("The title of an audio file."),
    performer: text("The performer of an audio file."),
    duration: Type.Optional(Type.Integer({ minimum: 1, description: "Seconds." })),
    width: Type.Optional(Type.Integer({ minimum: 1, description: "Pixels." })),
    height: Type.Optional(Type.Integer({ minimum: 1, description: "Pixels." })),
    latitude: Type.Optional(
      Type.Number({ minimum: -90, maximum: 90, description: "Degrees: required for a location." }),
    ),
    longitude: Type.Optional(
      Type.Number({ minimum: -180, maximum: 180, description: "Degrees: required for a location." }),
    ),
  },
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
