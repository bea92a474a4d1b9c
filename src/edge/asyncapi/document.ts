import type { TSchema } from "typebox";
import { assert } from "../../core/assert.ts";
import type { JsonRecord, SchemaShelf } from "../openapi/schemas.ts";
import { createSchemaShelf } from "../openapi/schemas.ts";
import { sessionCookieName } from "../routes/desk/session/session-cookie.ts";
import type { SocketDoc } from "./sockets.ts";
import { sockets } from "./sockets.ts";

const description = `The live sockets of Parley. Each frame is a JSON text with a \`type\`. The service checks the frames it receives against these
schemas.`;

/** Describes the sockets as AsyncAPI 3. Source: https://www.asyncapi.com/docs/reference/specification/v3.0.0 */
export function describeSockets(publicUrl: string): JsonRecord {
  const { host, protocol } = new URL(publicUrl);
  const shelf = createSchemaShelf();
  const messages = Object.fromEntries(sockets.flatMap((socket) => messagesOf(socket, shelf)));
  return {
    asyncapi: "3.0.0",
    info: {
      title: "Parley",
      version: "current",
      description,
      license: { name: "MIT", url: "https://opensource.org/license/mit" },
    },
    defaultContentType: "application/json",
    servers: {
      service: {
        host,
        protocol: protocol.replace("http", "ws").replace(":", ""),
        description: "The service that this description comes from.",
      },
    },
    channels: Object.fromEntries(sockets.map((socket) => [socket.name, describeSocket(socket)])),
    operations: Object.fromEntries(sockets.flatMap(operationsOf)),
    components: { messages, schemas: shelf.components, securitySchemes },
  };
}

const securitySchemes: JsonRecord = {
  bearer: { type: "http", scheme: "bearer", description: "The token that a login answers." },
  cookie: {
    type: "httpApiKey",
    in: "cookie",
    name: sessionCookieName,
    description: "The same for pages of the service. Over TLS the name starts with `__Host-`.",
  },
};

type Direction = "received" | "sent";

/** Returns the key of a frame in the document. The keys of all sockets and both directions differ. */
const keyOf = (socket: SocketDoc, direction: Direction, type: string): string =>
  [socket.name, direction, type.replace(/[^a-zA-Z0-9_]/g, "_").replace(/^_/, "")].join("-");

/** The name of a frame's type in generated code: `WidgetSentChat`. */
const titleOf = (key: string): string => key.replace(/(?:^|[-_])([a-z])/g, (_, letter: string) => letter.toUpperCase());

const keysOf = (socket: SocketDoc, direction: Direction): readonly string[] =>
  Object.keys(socket[direction]).map((type) => keyOf(socket, direction, type));

function messagesOf(socket: SocketDoc, shelf: SchemaShelf): readonly (readonly [string, JsonRecord])[] {
  const describe = (direction: Direction) => (entry: readonly [type: string, schema: TSchema]) => {
    const [type, schema] = entry;
    const about = socket.about[direction][type];
    assert(about !== undefined, `the frame ${type} of ${socket.address} is not described`);
    const { summary, when, example } = about;
    const key = keyOf(socket, direction, type);
    const message = {
      name: type,
      summary,
      description: when,
      payload: { title: titleOf(key), ...Object(shelf.show(schema)) },
      examples: [{ payload: example }],
    };
    return [key, message] as const;
  };
  return [
    ...Object.entries(socket.received).map(describe("received")),
    ...Object.entries(socket.sent).map(describe("sent")),
  ];
}

function describeSocket(socket: SocketDoc): JsonRecord {
  const keys = [...keysOf(socket, "received"), ...keysOf(socket, "sent")];
  return {
    address: socket.address,
    title: socket.title,
    description: socket.description,
    messages: Object.fromEntries(keys.map((key) => [key, { $ref: `#/components/messages/${key}` }])),
    bindings: { ws: { method: "GET", ...(socket.query !== undefined && { query: socket.query }) } },
  };
}

function operationsOf(socket: SocketDoc): readonly (readonly [string, JsonRecord])[] {
  const security = socket.security.map((scheme) => ({ $ref: `#/components/securitySchemes/${scheme}` }));
  const describe = (direction: Direction, action: "receive" | "send", title: string) => {
    const messages = keysOf(socket, direction).map((key) => ({ $ref: `#/channels/${socket.name}/messages/${key}` }));
    return [
      `${socket.name}-${direction}`,
      { action, title, security, channel: { $ref: `#/channels/${socket.name}` }, messages },
    ] as const;
  };
  return [
    describe("received", "receive", `Frames that ${socket.address} receives`),
    describe("sent", "send", `Frames that ${socket.address} sends`),
  ];
}
