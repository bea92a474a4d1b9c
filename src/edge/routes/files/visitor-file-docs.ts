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
      description: "The page's own id of the request; kept for 24 h.",
      schema: Type.String({ minLength: 1, maxLength: requestIdLengthMax }),
      isRequired: true,
    },
    { name: "voice", description: "Whether the audio file is a recording.", schema: Type.Boolean() },
    { name: "invitation", description: "What the page invited with.", schema: Type.String() },
    { name: "department", description: "Whom the answer to the invitation is for.", schema: Type.Integer() },
  ],
  request: { contentType: "*/*", schema: Type.Unsafe({ type: "string", format: "binary" }) },
  answer: {
    status: 201,
    description: "The message is in the chat.",
    schema: Type.Object(
      {
        seq: Type.Integer({ minimum: 1, description: "Its number in the chat." }),
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
  answer: { status: 204, description: "They may." },
  failures: ["access_denied"],
};
