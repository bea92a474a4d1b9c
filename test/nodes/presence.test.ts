import t from "tap";
import type { AgentContext } from "../../machines/agent/agent.machine.ts";
import { agentAddress } from "../../machines/tells.ts";
import type { Service } from "../harness/service.ts";
import { agents } from "../harness/service-config.ts";
import { contextOf } from "../harness/stored-contexts.ts";
import { startTwoServices } from "../harness/two-services.ts";
import { enterVisitor } from "../harness/visitor-client.ts";
import { widget } from "../visitors/visitor-channel.ts";

t.test("[CH-13] agents of a node that dies are offline within 10 s", async (t) => {
  const { nodes, kill, pass } = await startTwoServices(t);
  const [one, two] = nodes;
  await two.enter("kim");
  await one.enter("lee");
  kill(1);
  await pass(4_000);
  t.equal(await socketsOf(one, "kim"), 1, "a node that is silent for a moment is not dead");
  await pass(6_000);
  t.equal(await socketsOf(one, "kim"), 0);
  t.equal(await socketsOf(one, "lee"), 1, "agents of other nodes stay");
  t.equal(await one.status(), "1");
});

t.test("no agent is present after the node of the last agent has died", async (t) => {
  const { nodes, kill, pass } = await startTwoServices(t);
  await nodes[1].enter("kim");
  kill(1);
  await pass(10_000);
  t.equal(await nodes[0].status(), "0");
});

t.test("agents of dead nodes are offline within 10 s after the only running node has started", async (t) => {
  const { nodes, kill, join, pass } = await startTwoServices(t);
  await nodes[0].enter("kim");
  await nodes[1].enter("lee");
  kill(0);
  kill(1);
  const three = await join("three");
  await pass(10_000);
  t.equal(await socketsOf(three, "kim"), 0);
  t.equal(await socketsOf(three, "lee"), 0);
  t.equal(await three.status(), "0");
});

t.test("an agent who moved to another node at once stays present when the first node dies", async (t) => {
  const { nodes, kill, join, pass, passDuring } = await startTwoServices(t);
  await nodes[1].enter("kim", { available: false });
  kill(1);
  const three = await passDuring(join("three"));
  await passDuring(three.enter("kim", { available: false }));
  await pass(10_000);
  t.equal(await socketsOf(three, "kim"), 1);
  t.equal(await three.status(), "0", "the agent had switched to unavailable, and reported that again");
  const again = await three.enter("kim", { available: true });
  t.equal(await three.status(), "1");
  again.vanish();
});

t.test("a node that others considered dead closes its sockets; reconnected sockets belong to its new id", async (t) => {
  const { nodes, freeze, thaw, pass } = await startTwoServices(t, {
    channels: { OTHERAPP01: { kind: "widget", widget } },
  });
  const [one, two] = nodes;
  const desk = await two.enter("kim");
  const { cursor } = await desk.until(({ type }) => type === "ready");
  const { page } = await enterVisitor(t, two, { widget: "OTHERAPP01" });
  freeze(1);
  await pass(8_000);
  t.equal(await socketsOf(one, "kim"), 0, "the other nodes continued without it");
  thaw(1);
  await pass(2_000);
  t.match(await desk.closed, { code: 1001, reason: /did not respond/ });
  t.match(await page.closed, { code: 1001, reason: /did not respond/ });
  await two.say("ann", "written while no desk was connected");
  const again = await two.enter("kim", { since: cursor });
  await again.until(({ type, chat }) => type === "chat" && chat?.id === "1");
  t.match(await socketIdsOf(two, "kim"), [/^two\+1\./]);
  t.equal(await two.status(), "1");
});

async function socketIdsOf({ store }: Pick<Service, "store">, name: "kim" | "lee"): Promise<readonly string[]> {
  const row = await store.read("actor", [agentAddress(agents[name].id)]);
  return row === undefined ? [] : contextOf<AgentContext>(row).socketIds;
}

const socketsOf = async (service: Pick<Service, "store">, name: "kim" | "lee"): Promise<number> =>
  (await socketIdsOf(service, name)).length;
