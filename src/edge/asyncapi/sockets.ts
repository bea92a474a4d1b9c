import type { TSchema } from "typebox";
import Type from "typebox";
import { deskFrameSchemas } from "../../codec/desk/desk-frame.ts";
import { deskFramesSent } from "../../codec/desk/desk-frames-sent.ts";
import { inspectFrameSchemas } from "../../codec/inspect/inspect-frame.ts";
import { inspectFramesSent } from "../../codec/inspect/inspect-frames-sent.ts";
import { visitorFrameSchemas } from "../../codec/visitor/visitor-frame.ts";
import { visitorFramesSent } from "../../codec/visitor/visitor-frames-sent.ts";
import { deskReceived, deskSent } from "./desk-frames.ts";
import type { FrameDoc } from "./frame-doc.ts";
import { inspectReceived, inspectSent } from "./inspect-frames.ts";
import { widgetReceived, widgetSent } from "./widget-frames.ts";

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
