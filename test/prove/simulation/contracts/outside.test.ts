import http from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import type { Test } from "tap";
import t from "tap";
import { Pool } from "undici";
import { findFreePort } from "../../../../src/demo/cast/free-port.ts";
import { listenOnLoopback } from "../../../../src/demo/cast/peer.ts";
import type { OutsideAnswer, OutsideServer } from "../service/network/simulated-network.ts";
import { Pool as SimulatedPool } from "../service/stand-ins/undici.ts";
import type { OutsideUnderTest } from "./outside-contract.ts";
import { runOutsideContract } from "./outside-contract.ts";
import { openSmallWorld } from "./small-world.ts";
import { until } from "./until.ts";

type Take = Parameters<OutsideUnderTest["serve"]>[0];

/** The options with which the service creates its pools. */
const options = { connections: 2, pipelining: 1, allowH2: false, headersTimeout: 0, bodyTimeout: 0 };
const hang: Take = () => undefined;

runOutsideContract(t, {
  name: "undici",
  async run(t, body) {
    let take = hang;
    const server = http.createServer((request, response) => void hear(request, response, (...given) => take(...given)));
    const port = await listenOnLoopback(t, server);
    const [pool, refused] = [openPool(t, port), openPool(t, await findFreePort())];
    await body({
      pool,
      refused,
      serve(next) {
        take = next;
      },
      until: (what, isSo) => until(what, isSo, () => pause(1)),
    });
  },
});

runOutsideContract(t, {
  name: "simulation",
  async run(t, body) {
    const { network, time, play } = openSmallWorld(t);
    let take = hang;
    const server: OutsideServer = {
      isUp: true,
      take({ url, ...request }, answer) {
        take({ ...request, path: url.slice(new URL(url).origin.length) }, answer);
      },
    };
    network.servers.set("http://server.example", server);
    network.servers.set("http://down.example", { ...server, isUp: false });
    await play(() =>
      body({
        pool: new SimulatedPool("http://server.example"),
        refused: new SimulatedPool("http://down.example"),
        serve(next) {
          take = next;
        },
        until: (what, isSo) => until(what, isSo, () => new Promise<void>((resolve) => void time.after(1, resolve))),
      }),
    );
  },
});

function openPool(t: Test, port: number): Pool {
  const pool = new Pool(`http://127.0.0.1:${port}`, options);
  t.teardown(() => pool.destroy());
  return pool;
}

async function hear(request: http.IncomingMessage, response: http.ServerResponse, take: Take): Promise<void> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece);
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  const { method = "", url: path = "" } = request;
  take({ method, path, headers, body: Buffer.concat(pieces).toString() }, (answer: OutsideAnswer) => {
    if (answer.kind === "close") request.socket.destroy();
    else if (answer.kind === "answer") response.writeHead(answer.status, answer.headers).end(answer.body);
  });
}
