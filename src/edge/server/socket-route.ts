import type {
  HttpRequest,
  HttpResponse,
  TemplatedApp,
  us_socket_context_t,
  WebSocket,
  WebSocketBehavior,
} from "uWebSockets.js";
import type { Failure } from "../../core/result.ts";
import type { ExchangeHost } from "../http/exchange-host.ts";
import { HttpExchange } from "../http/http-exchange.ts";
import { noteSocketDefect } from "../telemetry/exchange-log.ts";
import type { GateKeeper } from "./router.ts";
import { serve } from "./router.ts";

/** An open socket, in the only form that the rest of the edge uses. */
export type Socket<UserData> = WebSocket<UserData>;

/** The behaviour of uWebSockets.js, with `accept` in place of the raw upgrade. */
export interface SocketBehavior<UserData extends object> extends Omit<WebSocketBehavior<UserData>, "upgrade"> {
  /**
   * Decides about one upgrade request. Returns the data of its socket, or null after it answered the request. `search` is the raw query,
   * for parameters that can occur more than once.
   */
  accept(exchange: HttpExchange, search: string): UserData | null;
}

const internalErrorCode = 1011;

/** Registers a socket address. It answers 503 while starting or draining. A handler that throws ends only its own socket. */
export function addSocketRoute<UserData extends object>(
  app: TemplatedApp,
  host: ExchangeHost,
  isTurnedAway: GateKeeper,
  pattern: string,
  behavior: SocketBehavior<UserData>,
): void {
  const { accept, ...rest } = behavior;
  const traffic = host.traffic.addRoute(pattern);
  const upgrade = (response: HttpResponse, request: HttpRequest, context: us_socket_context_t): void =>
    serve(new HttpExchange(host, traffic, response, request, "get"), (exchange) => {
      if (isTurnedAway(exchange, "state")) return;
      const userData = accept(exchange, request.getQuery());
      if (userData === null) return;
      const header = (name: string): string => request.getHeader(`sec-websocket-${name}`);
      exchange.releaseForUpgrade();
      response.upgrade(userData, header("key"), header("protocol"), header("extensions"), context);
    });
  app.ws<UserData>(pattern, {
    ...rest,
    ...guardHandlers(rest, (error) => noteSocketDefect(host, pattern, error)),
    upgrade,
  });
  app.get(pattern, (response, request) =>
    serve(new HttpExchange(host, traffic, response, request, "get"), (exchange) => {
      if (!isTurnedAway(exchange, "state")) exchange.answerFailure(noUpgrade);
    }),
  );
}

const noUpgrade: Failure = {
  code: "not_found",
  message: "This address is for WebSockets: a proxy in between has to pass the headers Upgrade and Connection on.",
};

type Handlers<UserData> = Omit<WebSocketBehavior<UserData>, "upgrade">;

function guardHandlers<UserData>(handlers: Handlers<UserData>, note: (error: unknown) => void): Handlers<UserData> {
  const guard =
    <Rest extends unknown[]>(
      handler: (socket: WebSocket<UserData>, ...rest: Rest) => void | Promise<void>,
      ends = true,
    ) =>
    (socket: WebSocket<UserData>, ...rest: Rest): void => {
      try {
        const running = handler(socket, ...rest);
        if (running !== undefined) running.catch(note);
      } catch (error) {
        note(error);
        if (ends) socket.end(internalErrorCode, "internal error");
      }
    };
  return {
    ...(handlers.open && { open: guard(handlers.open) }),
    ...(handlers.message && { message: guard(handlers.message) }),
    ...(handlers.dropped && { dropped: guard(handlers.dropped) }),
    ...(handlers.drain && { drain: guard(handlers.drain) }),
    ...(handlers.ping && { ping: guard(handlers.ping) }),
    ...(handlers.pong && { pong: guard(handlers.pong) }),
    ...(handlers.close && { close: guard(handlers.close, false) }),
  };
}
