import t from "tap";
import type { Service } from "../harness/service.ts";
import { openWatcher } from "../inspect/watcher.ts";
import { startInspectedNodes } from "./inspector-world.ts";

const definition = JSON.stringify({
  id: "lamp",
  initial: "off",
  states: { off: { on: { switch: "on" } }, on: { on: { switch: "off" } } },
});
const actorFrame = {
  type: "@xstate.actor",
  sessionId: "x:1",
  name: "lamp",
  definition,
  snapshot: { status: "active", value: "off", context: {} },
};
const stepFrame = (value: string, context: object = {}) => ({
  type: "@xstate.snapshot",
  sessionId: "x:1",
  event: { type: "switch" },
  snapshot: { status: "active", value, context },
});

const get = async (service: Service, path: string): Promise<string> => {
  const token = await service.logIn("ada");
  return (await fetch(`${service.url}/api/inspect/${path}`, { headers: { authorization: `Bearer ${token}` } })).text();
};

t.test("an actor of another program is visible at a node to which its inspector is not connected", async (t) => {
  const { nodes } = await startInspectedNodes(t);
  const [one, two] = nodes.map(({ service }) => service) as [Service, Service];
  const feeder = await openWatcher(t, one);
  feeder.send(actorFrame);
  feeder.send(stepFrame("on", { password: "hunter22" }));
  await feeder.caughtUp();
  const { actor } = JSON.parse(await get(two, "actors/outside/x:1"));
  t.match(actor, { state: "on", name: null, kind: "outside" });
  t.notMatch(JSON.stringify(actor), "hunter22");
  const { steps } = JSON.parse(await get(two, "actors/outside/x:1/steps"));
  t.match(steps, [{ before: "off", after: "on" }]);
  const { actors } = JSON.parse(await get(two, "actors?kind=outside"));
  t.match(actors, [{ actor: "outside/x:1" }]);
  t.match(await get(two, `charts/${actor.chart}`), /<svg/);
});

t.test("a watcher at that node gets the actor, then its steps", async (t) => {
  const { nodes, shown } = await startInspectedNodes(t);
  const [one, two] = nodes;
  const feeder = await openWatcher(t, one.service);
  feeder.send(actorFrame);
  await feeder.caughtUp();
  t.same(one.told, [], "the actor has no watcher");
  const watcher = await openWatcher(t, two.service, { watch: ["outside/x:1"] });
  await watcher.caughtUp();
  t.match(watcher.frames[0], { type: "@xstate.actor", name: "lamp", definition, snapshot: { value: "off" } });
  feeder.send(stepFrame("on"));
  await feeder.caughtUp();
  feeder.send({ ...actorFrame, name: "lantern" });
  await feeder.caughtUp();
  await shown(watcher);
  const told = watcher.frames.map(({ type, sessionId }) => `${type} ${sessionId ?? ""}`);
  t.same(told, [
    "@xstate.actor outside/x:1",
    "beat ",
    "@xstate.event outside/x:1",
    "@xstate.snapshot outside/x:1",
    "@xstate.actor outside/x:1",
    "beat ",
  ]);
});
