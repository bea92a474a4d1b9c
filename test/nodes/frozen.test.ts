import t from "tap";
import type { Write } from "../../src/ports/store.ts";
import type { Service } from "../harness/service.ts";
import type { TwoServices } from "../harness/two-services.ts";
import { startTwoServices } from "../harness/two-services.ts";

const isActor =
  (kind: string) =>
  ({ table, key }: Write): boolean =>
    table === "actor" && String(key[0]).startsWith(`${kind}/`);

interface Sent {
  readonly atMs: number;
  readonly attempt: number;
  readonly node: 0 | 1;
}

/** Advances the clock. Resolves with the requests that both nodes sent meanwhile. */
async function watch({ clock, nodes, pass }: TwoServices, ms: number, isAnswered: boolean): Promise<readonly Sent[]> {
  const sent: Sent[] = [];
  const known = nodes.map(({ attempts }) => attempts.length);
  for (let passed = 0; passed < ms; passed += 100) {
    await pass(100);
    for (const node of [0, 1] as const) {
      for (const made of nodes[node].attempts.slice(known[node])) {
        sent.push({ atMs: clock.nowMs(), attempt: made.attempt, node });
        if (isAnswered) made.answer();
      }
      known[node] = nodes[node].attempts.length;
    }
  }
  return sent;
}

async function acceptedChat(node: Service): Promise<string> {
  await node.say("ann", "hello");
  const token = await node.logIn("kim");
  await node.call("POST", "/api/chats/1/accept", { token });
  return token;
}

const reply = { type: "text", text: "hi" };

t.test("a node that was frozen between commit and request sends no overdue attempt", async (t) => {
  const world = await startTwoServices(t);
  const [one, two] = world.nodes;
  await acceptedChat(one);
  const token = await two.logIn("kim");
  const isFrozen = world.freezeBehind(1, isActor("delivery"));
  const answered = two.call("POST", "/api/chats/1/messages", { token, body: reply });
  await isFrozen;
  const meanwhile = await watch(world, 8_000, false);
  t.strictSame(
    meanwhile.map(({ attempt, node }) => [attempt, node]),
    [[2, 0]],
    "the first attempt counts as interrupted",
  );
  world.thaw(1);
  await world.settle();
  t.equal((await answered).status, 504, "the agent is shown that the result is unknown");
  t.equal(two.attempts.length, 0, "the attempt from 8 s ago is not sent");
  const later = await watch(world, 15_000, false);
  t.strictSame(
    later.map(({ attempt }) => attempt),
    [3],
  );
  const [second, third] = [...meanwhile, ...later];
  t.ok((third?.atMs ?? 0) - (second?.atMs ?? 0) >= 3_000, "never early");
  const { body } = await one.call("GET", "/api/chats/1/messages", { token: await one.logIn("kim") });
  t.match(body.messages.at(-1), { delivery: { state: "failed" } });
});

t.test(
  "[DEL-01] an attempt that no node took over is sent when the node continues, as the first attempt",
  async (t) => {
    const world = await startTwoServices(t);
    const [one, two] = world.nodes;
    await acceptedChat(one);
    const token = await two.logIn("kim");
    const isFrozen = world.freezeBehind(1, isActor("delivery"));
    const answered = two.call("POST", "/api/chats/1/messages", { token, body: reply });
    await isFrozen;
    t.strictSame(await watch(world, 4_000, true), []);
    world.thaw(1);
    await answered;
    const later = await watch(world, 10_000, true);
    t.strictSame(
      later.map(({ attempt }) => attempt),
      [1],
    );
    const { body } = await one.call("GET", "/api/chats/1/messages", { token: await one.logIn("kim") });
    t.match(body.messages.at(-1), { delivery: { state: "delivered", attempts: 1 } });
  },
);

t.test("[DEL-02] an outcome that comes after another node has given up the attempt changes nothing", async (t) => {
  const world = await startTwoServices(t);
  const [one, two] = world.nodes;
  await acceptedChat(one);
  const token = await two.logIn("kim");
  await two.call("POST", "/api/chats/1/messages", { token, body: reply });
  await world.settle();
  const [first] = two.attempts;
  world.freeze(1);
  const meanwhile = await watch(world, 8_000, false);
  t.strictSame(
    meanwhile.map(({ attempt, node }) => [attempt, node]),
    [[2, 0]],
  );
  first?.answer();
  world.thaw(1);
  const later = await watch(world, 15_000, false);
  t.strictSame(
    later.map(({ attempt }) => attempt),
    [3],
  );
});

t.test("a node that was frozen requests no call that another node has given up", async (t) => {
  const world = await startTwoServices(t);
  const [one, two] = world.nodes;
  await one.enter("kim");
  await acceptedChat(one);
  const token = await two.logIn("kim");
  const isFrozen = world.freezeBehind(1, isActor("call"));
  const answered = two.call("POST", "/api/chats/1/call", { token, body: { phone: "+4930123456" } });
  await isFrozen;
  await world.pass(8_000);
  world.thaw(1);
  await world.settle();
  await answered;
  t.equal(two.calls.length + one.calls.length, 0);
  const { body } = await one.call("GET", "/api/chats/1", { token: await one.logIn("kim") });
  t.match(body.chat.call ?? body.chat, { status: "error" });
});
