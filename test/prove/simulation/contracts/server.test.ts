import type { TemplatedApp, us_listen_socket } from "uWebSockets.js";
import { setTimeout as pause } from "node:timers/promises";
import t from "tap";
import * as real from "../../../../src/edge/server/load-uws.ts";
import { NetworkClient } from "../service/network/client.ts";
import * as simulated from "../service/stand-ins/uws.ts";
import { askOverLoopback, connectOverLoopback } from "./loopback-client.ts";
import type { ServerUnderTest } from "./server-contract.ts";
import { runServerContract } from "./server-contract.ts";
import { openSmallWorld } from "./small-world.ts";
import { until } from "./until.ts";

runServerContract(t, {
  name: "uWebSockets.js",
  open(t) {
    const app = real.App();
    let port = 0;
    t.teardown(() => app.close());
    return {
      app,
      listen: () =>
        listen(app, (socket) => {
          port = real.us_socket_local_port(socket);
        }),
      stopListening: real.us_listen_socket_close,
      ask: (asked) => askOverLoopback(port, asked),
      connect: (path) => connectOverLoopback(t, port, path),
      until: (what, isSo) => until(what, isSo, () => pause(1)),
      play: (run) => run(),
    };
  },
});

runServerContract(t, {
  name: "simulation",
  open(t) {
    const { machine, network, time, play } = openSmallWorld(t);
    const client = new NetworkClient(network, "192.0.2.1");
    const app = simulated.App() as TemplatedApp;
    return {
      app,
      listen: () => listen(app, () => undefined),
      stopListening: simulated.us_listen_socket_close as unknown as ServerUnderTest["stopListening"],
      ask: (asked) => client.request(machine, asked),
      connect(path) {
        const events: string[] = [];
        const socket = client.openSocket(machine, path, {
          opened: () => void events.push("opened"),
          frame: (text) => void events.push(`frame ${text}`),
          closed: (code) => void events.push(`closed ${code}`),
        });
        return { events, send: (text) => socket.send(text), leave: () => socket.leave() };
      },
      until: (what, isSo) => until(what, isSo, () => new Promise<void>((resolve) => void time.after(1, resolve))),
      play,
    };
  },
});

function listen(app: TemplatedApp, listens: (socket: us_listen_socket) => void): Promise<us_listen_socket> {
  return new Promise((resolve, reject) => {
    app.listen("127.0.0.1", 0, real.LIBUS_LISTEN_EXCLUSIVE_PORT, (socket) => {
      if (socket === false) return reject(new Error("Expected a port to listen on"));
      listens(socket);
      resolve(socket);
    });
  });
}
