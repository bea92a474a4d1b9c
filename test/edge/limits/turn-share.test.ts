import { setImmediate as turn } from "node:timers/promises";
import t from "tap";
import { TurnShare } from "../../../src/edge/limits/turn-share.ts";
import { startEdge, until } from "../edge-world.ts";
import { openWire, request } from "../wire.ts";

const mebibyte = 1024 * 1024;

t.test("each address has a limited number of requests in a turn, and the next turn starts from zero", async (t) => {
  const turns = new TurnShare();
  const served = (group: string, requests: number): number =>
    Array.from({ length: requests }).filter(() => turns.takeRequest(() => group)).length;
  const few = served("one", 255);
  t.equal(few, 255, "a few requests are not checked");
  t.equal(served("one", 5_000), 2_048);
  t.equal(served("two", 10), 10);
  await turn();
  t.equal(served("one", 1_000), 1_000);
});

t.test(
  "large bodies have a limited number of bytes in a turn; the others are sent in later turns, in order",
  async (t) => {
    const turns = new TurnShare();
    const sent: number[] = [];
    const send = (body: number): void => {
      if (turns.takeBody(mebibyte)) sent.push(body);
      else turns.later(mebibyte, () => void sent.push(body));
    };
    for (let body = 1; body <= 5; body += 1) send(body);
    t.strictSame(sent, [1, 2]);
    t.equal(turns.takeBody(1_000), true, "a small body never waits");
    await turn();
    send(6);
    t.strictSame(sent, [1, 2, 3, 4], "a later body overtakes no other body");
    await turn();
    t.strictSame(sent, [1, 2, 3, 4, 5, 6]);
  },
);

t.test("a client that floods requests without waiting for answers is closed; others are answered", async (t) => {
  const { server, port } = await startEdge(
    t,
    (to) => to.route({ pattern: "/ok", methods: { get: (exchange) => exchange.answer(200, { body: "ok" }) } }),
    { logLevel: "error", trustedProxies: ["127.0.0.1/32"] },
  );
  server.startServing();
  const asked = 5_000;
  const flood = request("GET", "/ok", undefined, ["X-Forwarded-For: 192.0.2.1"]).repeat(asked);
  const wires = await Promise.all(Array.from({ length: 50 }, () => openWire(port)));
  for (const wire of wires) wire.send(flood);
  const bystander = await openWire(port);
  bystander.send(request("GET", "/ok", undefined, ["X-Forwarded-For: 192.0.2.2"]));
  t.equal((await bystander.answer()).body, "ok");
  // One or two connections may send in small parts that each fit into a turn.
  await until(() => server.traffic.floods >= wires.length - 5);
  const answered = server.traffic.routes.find(({ pattern }) => pattern === "/ok")?.answers.get(200) ?? 0;
  t.ok(answered < asked * 5, `${answered} of ${asked * wires.length} answered`);
  for (const wire of [...wires, bystander]) wire.abort();
});

t.test("many simultaneous large answers arrive completely", async (t) => {
  const page = "p".repeat(256 * 1024);
  const { server, port } = await startEdge(t, (to) =>
    to.route({ pattern: "/page", methods: { get: (exchange) => exchange.answer(200, { body: page }) } }),
  );
  server.startServing();
  const wires = await Promise.all(Array.from({ length: 30 }, () => openWire(port)));
  for (const wire of wires) wire.send(request("GET", "/page"));
  for (const wire of wires) t.ok((await wire.answer()).body === page);
  await until(() => server.heldAnswers === 0);
  t.equal(server.traffic.untakenAnswers, 0);
  for (const wire of wires) wire.abort();
});
