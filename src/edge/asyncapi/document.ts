import type { TSchema } from "typebox";
import Type from "typebox";
import { deskFrameSchemas } from "../../codec/desk/desk-frame.ts";
import { deskFramesSent } from "../../codec/desk/desk-frames-sent.ts";
import { inspectFrameSchemas } from "../../codec/inspect/inspect-frame.ts";
import { inspectFramesSent } from "../../codec/inspect/inspect-frames-sent.ts";
import { visitorFrameSchemas } from "../../codec/visitor/visitor-frame.ts";
import { visitorFramesSent } from "../../codec/visitor/visitor-frames-sent.ts";
import { assert } from "../../core/assert.ts";
import type { JsonRecord, SchemaShelf } from "../openapi/schemas.ts";
import { createSchemaShelf } from "../openapi/schemas.ts";
import { sessionCookieName } from "../routes/desk/session/session-cookie.ts";
import { deskReceived, deskSent } from "./desk-frames.ts";
import type { FrameDoc, FrameDocs } from "./frame-doc.ts";
import { widgetReceived, widgetSent } from "./widget-frames.ts";

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

const inspectReceived: FrameDocs<typeof inspectFrameSchemas> = {
  watch: {
    summary: "Chooses the actors to watch, in place of the actors watched before.",
    when: "At any time. `since` names the last frame that an earlier socket received.",
    example: { type: "watch", watch: ["chat/17/*", "channel/SHOPWIDGET"] },
  },
  beat: {
    summary: "Asks whether the service still answers, because pages cannot see the pings of a socket.",
    when: "At any time.",
    example: { type: "beat" },
  },
  "@xstate.actor": {
    summary: "Reports an actor of another program.",
    when: "When the other program starts an actor.",
    example: {
      type: "@xstate.actor",
      sessionId: "x:1",
      name: "checkout",
      snapshot: { status: "active" },
    },
  },
  "@xstate.event": {
    summary: "Reports an event that an actor of another program receives.",
    when: "When an event reaches the actor.",
    example: { type: "@xstate.event", sessionId: "x:1", event: { type: "cart.paid" } },
  },
  "@xstate.snapshot": {
    summary: "Reports the new state of an actor of another program.",
    when: "After the actor has handled an event.",
    example: {
      type: "@xstate.snapshot",
      sessionId: "x:1",
      event: { type: "cart.paid" },
      snapshot: { status: "done" },
    },
  },
};

const head = {
  sessionId: "chat/17",
  rootId: "chat/17",
  id: "node-1.204",
  createdAt: "1767261600000",
  _version: "0.7.2",
} as const;

const inspectSent: FrameDocs<typeof inspectFramesSent> = {
  "@xstate.actor": {
    summary: "Introduces an actor that you watch.",
    when: "Before any other frame about the actor.",
    example: {
      ...head,
      type: "@xstate.actor",
      name: "chat/17",
      snapshot: { status: "active", value: "waiting", context: { id: "17" } },
    },
  },
  "@xstate.event": {
    summary: "Shows an event that an actor received, and its sender.",
    when: "After the step is stored.",
    example: { ...head, type: "@xstate.event", event: { type: "agent.joined" } },
  },
  "@xstate.snapshot": {
    summary: "Shows the state of an actor after an event.",
    when: "After the frame of the event.",
    example: {
      ...head,
      type: "@xstate.snapshot",
      event: { type: "agent.joined" },
      snapshot: { status: "active", value: "with_agent", context: { id: "17" } },
    },
  },
  "parley.gap": {
    summary: "Reports that the watcher missed steps.",
    when: "When steps could not be shown. The watched actors are introduced again after the frame.",
    example: { type: "parley.gap", missed: 12 },
  },
  beat: {
    summary: "Answers `beat`: the watcher has received all earlier frames.",
    when: "After each `beat`.",
    example: { type: "beat" },
  },
  error: {
    summary: "Reports that the service refused a frame.",
    when: "After a frame with a mistake.",
    example: {
      type: "error",
      message:
        'Field type must be "watch", "beat", "@xstate.actor", "@xstate.event" or "@xstate.snapshot", got "nonsense".',
    },
  },
};

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
  /** The schemas that check received frames. */
  readonly received: Readonly<Record<string, TSchema>>;
  readonly sent: Readonly<Record<string, TSchema>>;
  /** The descriptions of all frames in each direction. */
  readonly about: Readonly<Record<"received" | "sent", Readonly<Record<string, FrameDoc>>>>;
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
    received: deskFrameSchemas,
    sent: deskFramesSent,
    about: { received: deskReceived, sent: deskSent },
  },
  {
    name: "widget",
    address: "/ws/widget",
    title: "Widget",
    description: `Connects a page with the widget. The first frame is \`hello\`, within 10 seconds, and the service answers with \`ready\`. Every other
frame of a page is a request. The service answers each request once, with \`done\` or \`failed\` and the same \`id\`. A frame of a page has at most
16 KiB.`,
    security: [],
    received: visitorFrameSchemas,
    sent: visitorFramesSent,
    about: { received: widgetReceived, sent: widgetSent },
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
    received: inspectFrameSchemas,
    sent: inspectFramesSent,
    about: { received: inspectReceived, sent: inspectSent },
  },
];
