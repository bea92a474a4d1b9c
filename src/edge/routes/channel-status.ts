import type { Handler, Route } from "../server/router.ts";
import { admitToChannel } from "./channel-admission.ts";
import type { SurfaceA } from "./surface-a.types.ts";
import { channelStatusDoc } from "./surface-a-docs.ts";

const allow = { methods: ["get", "head"], header: "GET, HEAD" } as const;
const headers = ["Cache-Control", "no-store"] as const;
const online = { headers, body: "1" };
const offline = { headers, body: "0" };

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
