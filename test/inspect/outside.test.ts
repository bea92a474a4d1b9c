import t from "tap";
import type { InspectedActor } from "../../src/codec/inspect/inspected.types.ts";
import type { Service } from "../harness/service.ts";
import { startService } from "../harness/service.ts";
import type { Watcher } from "./watcher.ts";
import { openWatcher } from "./watcher.ts";

const actorFrame = (sessionId: string, more: object = {}) => ({
  type: "@xstate.actor",
  sessionId,
  name: "lamp",
  snapshot: { status: "active", value: "off", context: {} },
  ...more,
});
const stepFrame = (sessionId: string, value: unknown, context: unknown = {}) => ({
  type: "@xstate.snapshot",
  sessionId,
  event: { type: "switch" },
  snapshot: { status: "active", value, context },
});

const read = async (service: Service, path: string): Promise<{ status: number; body: Record<string, never> }> => {
  const { status, body } = await service.call("GET", `/api/inspect/${path}`, { token: await service.logIn("ada") });
  return { status, body: JSON.parse(JSON.stringify(body)) };
};
const listed = async (service: Service): Promise<readonly InspectedActor[]> =>
  (await read(service, "actors?kind=outside&limit=500")).body["actors"] ?? [];

t.test("reported actors are stored and shown, separate from the service's actors", async (t) => {
  const service = await startService(t);
  const { watching } = service.app.runtime;
  const [feeder, watcher] = [await openWatcher(t, service), await openWatcher(t, service, { watch: ["outside/x:1"] })];
  feeder.send(actorFrame("x:0"));
  feeder.send(actorFrame("x:1", { parentId: "x:0" }));
  feeder.send({
    type: "@xstate.event",
    sessionId: "x:1",
    sourceId: "x:0",
    event: { type: "switch", token: "s3cret-token" },
  });
  feeder.send(stepFrame("x:1", { on: { bright: "warm" }, fan: "slow" }, { password: "hunter22" }));
  const shown = await watcher.until(({ parley }) => parley !== undefined);
  t.match(shown.parley, {
    actor: "outside/x:1",
    from: "outside/x:0",
    before: "off",
    after: "on.bright.warm, fan.slow",
  });
  t.match(watcher.frames[0], {
    type: "@xstate.actor",
    sessionId: "outside/x:1",
    parentId: "outside/x:0",
    name: "lamp",
  });
  t.notOk(
    watcher.frames.some(({ sessionId }) => sessionId === "outside/x:0"),
    "an actor that is not watched is not shown",
  );
  t.equal(watching.watcher, null, "none of the service's own actors is watched");
  const { body } = await read(service, "actors/outside/x:1/steps");
  t.match(body, { steps: [{ event: { type: "switch", token: "***" }, context: { password: "***" }, revision: 1 }] });
  t.notMatch(JSON.stringify([watcher.frames, body]), /s3cret-token|hunter22/);
  t.match(await listed(service), [{ actor: "outside/x:1" }, { actor: "outside/x:0" }]);
  t.match((await read(service, "actors?id=x:0")).body, { actors: [{ actor: "outside/x:0", state: "off" }] });
  t.match((await read(service, "actors?state=off&kind=outside")).body, { actors: [{ actor: "outside/x:0" }] });
  t.match((await read(service, "actors/outside/x:0")).body, { actor: { chart: null, kind: "outside" } });
  for (const path of ["actors/outside/x:9", "actors/outside/x:9/steps"])
    t.equal((await read(service, path)).status, 404, path);
});

t.test(
  "a wrong frame is answered with the error, and the socket stays open; too many wrong frames close it",
  async (t) => {
    const service = await startService(t);
    const feeder = await openWatcher(t, service);
    feeder.send(actorFrame("x:1"));
    const rows: readonly (readonly [frame: object | string, message: RegExp])[] = [
      ["{", /not valid JSON/],
      ["[]", /Field type must be "watch", "beat", "@xstate\.actor", "@xstate\.event" or "@xstate\.snapshot"/],
      [{ type: "@xstate.transition" }, /Field type must be .* got "@xstate\.transition"/],
      [{ type: "watch" }, /Field watch is missing/],
      [{ type: "watch", watch: ["nobody"] }, /Field watch must contain an address .* got "nobody"/],
      [{ type: "watch", watch: ["chat/\ud800"] }, /Field watch must contain/],
      [{ type: "watch", watch: "chat/1" }, /Field watch must be a list/],
      [{ type: "watch", watch: [], since: 7 }, /Field since must be the id of a frame/],
      [actorFrame(""), /Field sessionId must be a text of 1 to 256/],
      [actorFrame("x:2", { definition: 7 }), /Field definition must be the definition as JSON text/],
      [actorFrame("x:2", { snapshot: [] }), /Field snapshot must be an object/],
      [actorFrame("x:2", { snapshot: { status: "asleep" } }), /Field snapshot must be an object, its status/],
      [{ type: "@xstate.event", sessionId: "x:1" }, /Field event is missing/],
      [{ type: "@xstate.event", sessionId: "x:1", event: {} }, /Field event must be an object with a text "type"/],
      [{ type: "@xstate.snapshot", sessionId: "x:1", event: { type: "a" } }, /Field snapshot is missing/],
      [stepFrame("x:3", "on"), /Field sessionId must name an actor that .* has reported, got "x:3"/],
      [
        `{"type":"@xstate.event","sessionId":"x:1","event":${'{"a":'.repeat(100)}1${"}".repeat(101)}`,
        /nested deeper than 64/,
      ],
    ];
    for (const [frame, message] of rows) {
      const before = feeder.frames.length;
      feeder.send(frame);
      await feeder.caughtUp();
      t.match(feeder.frames[before], { type: "error", message }, JSON.stringify(frame).slice(0, 100));
    }
    t.equal((await listed(service)).length, 1);
    for (let sent = rows.length; sent <= 100; sent += 1) feeder.send("{");
    t.match(await feeder.closed, { code: 4400, reason: /^More than 100 frames were wrong; the last one: / });

    const large = await openWatcher(t, service);
    large.send(actorFrame("x:2", { snapshot: { context: "x".repeat(257 * 1024) } }));
    t.match(await large.closed, { code: 1009, reason: /^A frame may have 262144 bytes, got / });
    const binary = await openWatcher(t, service);
    binary.socket.send(Buffer.from("{}"), { binary: true });
    t.same(await binary.closed, { code: 4400, reason: "Expected a text frame, got a binary one." });
  },
);

/** Resolves when all sent frames are processed. */
async function feed(feeder: Watcher, frames: Iterable<object>): Promise<void> {
  for (const frame of frames) feeder.send(frame);
  await feeder.caughtUp();
}

t.test(
  "the number of actors of one inspector and of all is limited; the oldest actors and steps are dropped",
  async (t) => {
    const service = await startService(t);
    const feeders = await Promise.all(Array.from({ length: 5 }, () => openWatcher(t, service)));
    for (const [number, feeder] of feeders.entries())
      await feed(
        feeder,
        Array.from({ length: 256 }, (_, index) => actorFrame(`x:${number}.${index}`)),
      );
    const [first] = feeders;
    t.match((await read(service, "actors/outside/x:0.255")).status, 404, "the oldest actors were evicted");
    t.match((await read(service, "actors/outside/x:4.255")).status, 200);
    const last = feeders.at(-1);
    last?.send(actorFrame("x:one too many"));
    t.match(await last?.until(({ type }) => type === "error"), { message: "A socket may report at most 256 actors." });
    first?.send(actorFrame("x:4.0"));
    t.match(await first?.until(({ type }) => type === "error"), {
      message: /that no other socket reports, got "x:4\.0"/,
    });

    if (last !== undefined)
      await feed(
        last,
        Array.from({ length: 70 }, (_, index) => stepFrame("x:4.0", `s${index}`)),
      );
    const { body } = await read(service, "actors/outside/x:4.0/steps");
    const steps: readonly { after: string }[] = body["steps"] ?? [];
    t.same([steps.length, steps[0]?.after, steps.at(-1)?.after], [64, "s6", "s69"]);
    const text = "x".repeat(200 * 1024);
    if (last !== undefined)
      await feed(
        last,
        Array.from({ length: 10 }, (_, index) => stepFrame("x:4.1", `s${index}`, { text })),
      );
    const large: readonly object[] = (await read(service, "actors/outside/x:4.1/steps")).body["steps"] ?? [];
    t.equal(large.length, 2, "512 KiB of each inspector");
  },
);

t.test(
  "actors stay for ten minutes after their inspector has left, and another inspector may continue them",
  async (t) => {
    const service = await startService(t);
    const feeder = await openWatcher(t, service);
    await feed(feeder, [actorFrame("x:1"), actorFrame("x:2")]);
    await feeder.leave();
    const again = await openWatcher(t, service);
    // Waits until the service has noticed that the other inspector has disconnected.
    for (let errors = -1; errors !== again.frames.filter(({ type }) => type === "error").length; ) {
      errors = again.frames.filter(({ type }) => type === "error").length;
      await feed(again, [actorFrame("x:2", { name: "the lamp again" })]);
    }
    t.equal((await listed(service)).length, 2);
    service.clock.advance(10 * 60_000);
    t.match(await listed(service), [{ actor: "outside/x:2" }]);
  },
);
