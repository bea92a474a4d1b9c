import type { TSchema } from "typebox";
import Type from "typebox";
import { deskFrameSchemas } from "../../codec/desk/desk-frame.ts";
import { deskFramesSent } from "../../codec/desk/desk-frames-sent.ts";
import { inspectFrameSchemas } from "../../codec/inspect/inspect-frame.ts";
import { inspectFramesSent } from "../../codec/inspect/inspect-frames-sent.ts";
import { visitorFrameSchemas } from "../../codec/visitor/visitor-frame.ts";
import { visitorFramesSent } from "../../codec/visitor/visitor-frames-sent.ts";

/** A socket as the document shows it: its frames by their types. */
export interface SocketDoc {
  readonly name: string;
  readonly address: string;
  readonly title: string;
  readonly description: string;
  /** What the upgrade may carry; a frame carries it otherwise. */
  readonly security: readonly ("bearer" | "cookie")[];
  /** Parameters of the address. */
  readonly query?: TSchema;
  /** The schemas that check what comes in. */
  readonly received: Readonly<Record<string, TSchema>>;
  readonly sent: Readonly<Record<string, TSchema>>;
}

export const sockets: readonly SocketDoc[] = [
  {
    name: "desk",
    address: "/ws/desk",
    title: "Desk",
    description: `What agents see live. The first frame is hello, within 10 s, with the token of a login or the session's cookie; it is answered by
ready, or by resync where the cursor is too old. A desk that comes back with its cursor misses nothing.`,
    security: ["cookie"],
    received: deskFrameSchemas,
    sent: deskFramesSent,
  },
  {
    name: "widget",
    address: "/ws/widget",
    title: "Widget",
    description: `What a page with the widget tells, asks and hears. The first frame is hello, within 10 s, answered by ready. Every other frame of a
page is a request: it is answered once, by done or failed with its id. A frame has at most 16 KiB.`,
    security: [],
    received: visitorFrameSchemas,
    sent: visitorFramesSent,
  },
  {
    name: "inspect",
    address: "/ws/inspect",
    title: "Inspector",
    description: `Live steps of actors, for administrators, in the frames of @statelyai/inspect; inspectors of other programs tell of theirs in the
same frames. The session's token is a Bearer token, the session's cookie, or the password of the URL.`,
    security: ["bearer", "cookie"],
    query: Type.Object({
      watch: Type.Optional(
        Type.String({
          description:
            'What is watched from the start, as often as there are actors: an address such as "chat/17", "chat/17/*" for its conversation, "*" for everything.',
        }),
      ),
    }),
    received: inspectFrameSchemas,
    sent: inspectFramesSent,
  },
];
