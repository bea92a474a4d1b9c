import type { Limits } from "../../config/limits.ts";
import type { HttpExchange } from "../http-exchange.ts";
import type { RateLimiter } from "../rate-limiter.ts";
import type { Handler, Route } from "../router.ts";
import { admitToChannel } from "./channel-admission.ts";
import type { ChannelEntry, CustomerMessageHandler, SurfaceA } from "./surface-a.types.ts";

const allow = { methods: ["post"], header: "POST" } as const;
const accepted = { body: '{"result":"ok"}' };

/** `POST /chat-api/{random}/{publicId}`: a customer's message, answered 200 after its commit. Source: CH-14 to CH-20, ERR-17. */
export function customerMessageRoute<Parsed>(
  surface: SurfaceA,
  messages: CustomerMessageHandler<Parsed>,
  senderRate: RateLimiter,
  limits: Pick<Limits, "bodyBytesMax">,
): Route {
  const takeMessage = (exchange: HttpExchange, entry: ChannelEntry, body: Uint8Array): void => {
    const parsed = messages.parse(body);
    if (!parsed.ok) {
      exchange.answerFailure(parsed.failure);
      return;
    }
    const waitSeconds = senderRate.take(`${entry.settings.id}/${messages.senderKey(parsed.value)}`);
    if (waitSeconds > 0) {
      exchange.answerCode("rate_limited", waitSeconds);
      return;
    }
    messages.receive(entry, parsed.value, exchange.requestId, (received) => {
      if (received.ok) exchange.answer(200, accepted);
      else exchange.answerFailure(received.failure);
    });
  };
  const handle: Handler = (exchange, parameters) => {
    const entry = admitToChannel(surface, exchange, parameters, allow);
    if (entry === null) return;
    if (!entry.settings.enabled) {
      exchange.answerFailure({ code: "access_denied", message: "This channel is disabled." });
      return;
    }
    exchange.onBody(limits.bodyBytesMax, (body) => {
      if (body.ok) takeMessage(exchange, entry, body.value);
      else exchange.answerFailure(body.failure);
    });
  };
  return { pattern: "/chat-api/:random/:publicId", gate: "load", methods: { post: handle }, otherMethods: handle };
}
