import Type from "typebox";
import type { OperationDoc } from "../server/operation.ts";
import type { Handler, Route } from "../server/router.ts";
import type { SurfaceA } from "./channel-admission.ts";
import { admitToChannel } from "./channel-admission.ts";

const allow = { methods: ["get", "head"], header: "GET, HEAD" } as const;
const headers = ["Cache-Control", "no-store"] as const;
const online = { headers, body: "1" };
const offline = { headers, body: "0" };

const channelStatusDoc: OperationDoc = {
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

/** `GET /chat-api/{random}/{publicId}/status`: the digit 1 or 0. Source: CH-11 to CH-16. */
export function channelStatusRoute(surface: SurfaceA): Route {
  const answerStatus: Handler = (exchange, parameters) => {
    const entry = admitToChannel(surface, exchange, parameters, allow);
    if (entry !== null) exchange.answer(200, entry.settings.enabled && entry.status === 1 ? online : offline);
  };
  return {
    pattern: "/chat-api/:random/:publicId/status",
    gate: "load",
    methods: { get: answerStatus },
    otherMethods: answerStatus,
    docs: { get: channelStatusDoc },
  };
}
