import type { TSchema } from "typebox";
import Type from "typebox";
import { deskReceived, deskSent } from "../../codec/desk/desk-frames.ts";
import { inspectReceived } from "../../codec/inspect/inspect-received.ts";
import { inspectSent } from "../../codec/inspect/inspect-sent.ts";
import type { FrameDefinition, FrameDefinitions } from "../../codec/schema/frame.ts";
import { visitorReceived } from "../../codec/visitor/visitor-received.ts";
import { visitorSent } from "../../codec/visitor/visitor-sent.ts";
import { version } from "../../core/version.ts";
import { exampleOf } from "../openapi/examples.ts";
import type { JsonRecord, SchemaShelf } from "../openapi/schemas.ts";
import { createSchemaShelf } from "../openapi/schemas.ts";
import { sessionCookieName } from "../routes/desk/session/session-cookie.ts";

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
      version,
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
  const describe = (direction: Direction) => (entry: readonly [type: string, frame: FrameDefinition]) => {
    const [name, { schema, summary, when, example = exampleOf(schema) }] = entry;
    const key = keyOf(socket, direction, name);
    const payload = { title: titleOf(key), ...Object(shelf.show(schema)) };
    return [key, { name, summary, description: when, payload, examples: [{ payload: example }] }] as const;
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

/** A socket in the document, with its frames by type. */
export interface SocketDoc {
  readonly name: string;
  readonly address: string;
  readonly title: string;
  readonly description: string;
  /** The credentials that the upgrade may carry; otherwise a frame carries them. */
  readonly security: readonly ("bearer" | "cookie")[];
  /** Parameters of the address. */
  readonly query?: TSchema;
  readonly received: FrameDefinitions;
  readonly sent: FrameDefinitions;
}

export const sockets: readonly SocketDoc[] = [
  {
    name: "desk",
    address: "/ws/desk",
    title: "Desk",
    description: `Shows agents their chats live. The first frame is \`hello\`, within 10 seconds. \`hello\` carries the token of a login, unless the
session cookie does. The service answers with \`ready\`, or with \`resync\` when the cursor is too old. A desk that reconnects with its cursor
misses no frame that has a cursor.`,
    security: ["cookie"],
    received: deskReceived,
    sent: deskSent,
  },
  {
    name: "widget",
    address: "/ws/widget",
    title: "Widget",
    description: `Connects a page with the widget. The first frame is \`hello\`, within 10 seconds, and the service answers with \`ready\`. Every other
frame of a page is a request. The service answers each request once, with \`done\` or \`failed\` and the same \`id\`. A frame of a page has at most
16 KiB.`,
    security: [],
    received: visitorReceived,
    sent: visitorSent,
  },
  {
    name: "inspect",
    address: "/ws/inspect",
    title: "Inspector",
    description: `Shows administrators the steps of actors live, in the frames of \`@statelyai/inspect\`. Other programs can report their own actors in
the same frames. The session token is a Bearer token, the session cookie, or the password in the URL.`,
    security: ["bearer", "cookie"],
    query: Type.Object({
      watch: Type.Optional(
        Type.String({
          description:
            'An actor to watch from the start. Repeat the parameter for more actors: an address such as "chat/17", "chat/17/*" for its conversation, "*" for all actors.',
        }),
      ),
    }),
    received: inspectReceived,
    sent: inspectSent,
  },
];
