import t from "tap";
import { WebSocket } from "ws";
import type { InspectedStep } from "../../../src/codec/inspect/inspected.types.ts";
import { openCustomerSystem } from "../../../src/demo/cast/customer-system.ts";
import { inspectUrl, placesOf, watcherOn } from "../../inspect/watcher.ts";
import { Sender } from "../../system/harness/people/customers.ts";
import { DeskApi } from "../../system/harness/people/desk-api.ts";
import { ada, Installation } from "../../system/harness/service/installation.ts";

const sendersCount = 8;
const answeredMin = 20;
/** Fewer than the commits that are kept for an actor. */
const comparedMax = 50;

t.setTimeout(180_000);

t.test("requests answered 200 and steps shown to a watcher are in the history after a kill", async (t) => {
  const customerSystem = await openCustomerSystem(t);
  const installation = await Installation.create(t, customerSystem.url, { agents: [ada] });
  await installation.start();
  const api = await DeskApi.logIn(installation.url, ada);
  const headers = { authorization: `Bearer ${api.token}` };
  const open = () => {
    const socket = new WebSocket(inspectUrl(installation, ["*"]), { headers });
    t.teardown(() => socket.terminate());
    return watcherOn(socket);
  };
  const watcher = open();
  await watcher.until(({ sessionId }) => sessionId === "agent/2");

  const senders = Array.from({ length: sendersCount }, (_, index) => new Sender(installation, `client-${index}`));
  const running = senders.map((sender) => sender.run());
  await Promise.all(
    senders.map((sender) => sender.facts.until("answers", () => sender.answered.length >= answeredMin || undefined)),
  );
  await watcher.when(() => placesOf(watcher.frames).length >= answeredMin * sendersCount);
  await installation.kill();
  await watcher.closed;
  for (const sender of senders) sender.stop();
  await installation.start();
  await Promise.all(running);

  const inspect = async <Body>(path: string): Promise<Body> => {
    const { status, body } = await api.call("GET", `/inspect/${path}`);
    if (status !== 200) throw new Error(`Expected 200 for ${path}, got ${status} ${JSON.stringify(body)}`);
    return JSON.parse(JSON.stringify(body));
  };
  for (const sender of senders) {
    const { actors } = await inspect<{ actors: readonly { actor: string }[] }>(`actors?client=${sender.id}`);
    const [chat] = actors;
    const { steps } = await inspect<{ steps: readonly InspectedStep[] }>(`actors/${chat?.actor}/steps`);
    const causes = new Set(steps.map(({ cause }) => cause));
    const lost = sender.requestIds.slice(-comparedMax).filter((requestId) => !causes.has(requestId));
    t.same(lost, [], `${sender.id}: ${sender.requestIds.length} answered, ${steps.length} steps kept`);
    const oldest = steps[0]?.revision ?? 0;
    const kept = new Set(steps.map(({ actor, revision, index }) => `${actor} ${revision}.${index}`));
    const shown = watcher.frames.filter(({ parley }) => parley?.actor === chat?.actor && parley.revision >= oldest);
    t.ok(shown.length > 0, `${sender.id} was watched`);
    t.same(
      placesOf(shown).filter((place) => !kept.has(place)),
      [],
      `${sender.id}: what was shown is kept`,
    );
  }

  const again = open();
  await again.until(({ sessionId }) => sessionId === "agent/2");
  const last = watcher.frames.at(-1)?.id;
  again.send({ type: "watch", watch: [], since: last });
  again.send({ type: "watch", watch: ["*"], since: last });
  await again.until(({ type }) => type === "parley.gap");
  const late = new Sender(installation, "client-late");
  const sending = late.run();
  await again.until(({ event, parley }) => parley !== undefined && event.type === "message.received");
  late.stop();
  await sending;
});
