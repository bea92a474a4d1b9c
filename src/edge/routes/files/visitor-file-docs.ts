import Type from "typebox";
import type { OperationDoc } from "../../server/operation.ts";

const strict = { additionalProperties: false } as const;
export const requestIdLengthMax = 64;

export const sendFileDoc: OperationDoc = {
  id: "sendVisitorFile",
  summary: "Sends a file of a visitor as a message. The same file with the same id is one message.",
  tag: "Widget",
  access: "visitor",
  query: [
    { name: "name", description: "The file's name.", schema: Type.String({ minLength: 1 }), isRequired: true },
    {
      name: "id",
      description: "The id that the page gives the request; stored for 24 hours.",
      schema: Type.String({ minLength: 1, maxLength: requestIdLengthMax }),
      isRequired: true,
    },
    { name: "voice", description: "Whether the audio file is a recording.", schema: Type.Boolean() },
    { name: "invitation", description: "The invitation that the page showed.", schema: Type.String() },
    { name: "department", description: "The id of the department that gets the answer.", schema: Type.Integer() },
  ],
  request: { contentType: "*/*", schema: Type.Unsafe({ type: "string", format: "binary" }) },
  answer: {
    status: 201,
    description: "The message is in the chat.",
    schema: Type.Object(
      {
        seq: Type.Integer({ minimum: 1, description: "The number of the message in the chat." }),
        file: Type.String({ description: "The file's absolute URL." }),
      },
      strict,
    ),
  },
  failures: ["access_denied", "payload_too_large", "rate_limited", "insufficient_storage"],
};

export const preflightDoc: OperationDoc = {
  id: "preflightVisitorFile",
  summary: "Allows the web sites of the widget to send files from their own origin.",
  tag: "Widget",
  access: "anyone",
  answer: { status: 204, description: "The web site may send files." },
  failures: ["access_denied"],
};
