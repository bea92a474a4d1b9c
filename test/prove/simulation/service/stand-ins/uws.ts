import { SimulatedServer } from "../network/http-server.ts";
import { startingProcess, world } from "./world.ts";

export const LIBUS_LISTEN_EXCLUSIVE_PORT = 1;
const port = 8080;

export const _cfg = (): void => undefined;
export const us_socket_local_port = (): number => port;
export const us_listen_socket_close = (server: SimulatedServer): void => world().network.stopListening(server);

type Add = (pattern: string, handler: never) => object;

/** Returns a server on the simulated network, for the process that is starting. */
export function App(): object {
  const server = new SimulatedServer(startingProcess());
  const { network } = world();
  const adds =
    (method: string): Add =>
    (pattern, handler) => {
      server.add(method, pattern, handler);
      return app;
    };
  const app: Record<string, unknown> = {
    get: adds("get"),
    head: adds("head"),
    post: adds("post"),
    put: adds("put"),
    patch: adds("patch"),
    del: adds("delete"),
    options: adds("options"),
    any: adds("any"),
    ws: (path: string, handlers: never) => {
      server.addSocket(path, handlers);
      return app;
    },
    listen: (_host: string, _port: number, _options: number, told: (socket: unknown) => void) => {
      network.listen(server);
      told(server);
      return app;
    },
    publish: (topic: string, frame: string) => server.publish(topic, frame),
    numSubscribers: (topic: string) => server.subscribersOf(topic),
    close: () => {
      network.stopListening(server);
      server.close();
      return app;
    },
  };
  return app;
}

export function SSLApp(): never {
  throw new Error("Expected no TLS in a simulation");
}
