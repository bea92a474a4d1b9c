import t from "tap";
import type { CallContext } from "../../machines/call/call.machine.ts";
import { asActorKey, asChannelId, clientConversation } from "../../src/core/ids.ts";
import type { Service } from "../harness/service.ts";
import { contextOf } from "../harness/stored-contexts.ts";
import type { TwoServices } from "../harness/two-services.ts";
import { startTwoServices } from "../harness/two-services.ts";
import { asWidget, widget } from "../visitors/visitor-channel.ts";

const channelId = asChannelId("MOBILEAPP1");

const withBalance = (balance: number) => ({
  channels: asWidget({ webhooks: null, widget: { ...widget, callback: { ...widget.callback, balance } } }),
});

const callBack = (node: Service, senderId: string) => {
  const conversation = clientConversation(channelId, senderId);
  return node.app.calls.requestCallback({ channelId, conversation, senderId, phone: "+4930123456" }, "test");
};

/** Advances the clock until all jobs are done, because a job that waits for another node polls. */
async function done<Value>({ pass }: TwoServices, jobs: readonly Promise<Value>[]): Promise<readonly Value[]> {
  let isDone = false;
  const all = Promise.all(jobs).finally(() => {
    isDone = true;
  });
  while (!isDone) await pass(100);
  return all;
}

async function callOf({ store }: Service, id: number): Promise<CallContext | undefined> {
  const row = await store.read("actor", [asActorKey(`call/${id}`)]);
  return row && contextOf<CallContext>(row);
}

/** Kim and Lee log in, and both nodes know that they are present. */
async function enterBoth({ nodes }: TwoServices): Promise<void> {
  for (const node of nodes) for (const name of ["kim", "lee"] as const) await node.enter(name);
}

t.test("calls that begin on both nodes at once have different ids, and each is counted once", async (t) => {
  const world = await startTwoServices(t, withBalance(100));
  await enterBoth(world);
  const visitors = Array.from({ length: 10 }, (_, index) => index);
  const begun = await done(
    world,
    visitors.map((index) => callBack(world.nodes[index % 2 === 0 ? 0 : 1], `visitor ${index}`)),
  );
  t.ok(begun.every(({ ok }) => ok));
  for (const index of visitors) t.ok(await callOf(world.nodes[0], index + 1), `call ${index + 1}`);
  t.equal(await callOf(world.nodes[0], 11), undefined);
});

t.test("[CALL-10] only one node accepts the last callback of a balance", async (t) => {
  const world = await startTwoServices(t, withBalance(1));
  await enterBoth(world);
  const begun = await done(world, [callBack(world.nodes[0], "ann"), callBack(world.nodes[1], "ben")]);
  t.equal(begun.filter(({ ok }) => ok).length, 1);
  t.match(
    begun.find(({ ok }) => !ok),
    { failure: { code: "conflict", message: "Callback unavaiable" } },
  );
});

t.test("only one node calls a client at a time", async (t) => {
  const world = await startTwoServices(t, withBalance(10));
  await enterBoth(world);
  const begun = await done(world, [callBack(world.nodes[0], "ann"), callBack(world.nodes[1], "ann")]);
  t.equal(begun.filter(({ ok }) => ok).length, 1);
});

t.test(
  "[CALL-08] the agent of a call is chosen from the chats of all nodes, as a single node would choose",
  async (t) => {
    const rungOf = async (first: 0 | 1, second: 0 | 1) => {
      const world = await startTwoServices(t, withBalance(10));
      await enterBoth(world);
      await done(world, [callBack(world.nodes[first], "ann"), callBack(world.nodes[second], "ben")]);
      const token = await world.nodes[first].logIn("kim");
      await world.nodes[first].call("POST", "/api/chats/1/accept", { token });
      await done(world, [callBack(world.nodes[second], "cem")]);
      return Promise.all([1, 2, 3].map(async (id) => (await callOf(world.nodes[0], id))?.rung?.id));
    };
    const alone = await rungOf(0, 0);
    t.strictSame(await rungOf(0, 1), alone);
    t.equal(alone[2], 2, "Kim has a chat, so the call goes to Lee");
  },
);

t.test("[CALL-07] one incoming call that is reported to both nodes at once is one call", async (t) => {
  const world = await startTwoServices(t, withBalance(10));
  await enterBoth(world);
  const report = {
    callId: "in-1" as CallContext["id"],
    type: "incoming",
    status: "start",
    phone: "+4930999",
    agentId: null,
    reason: null,
    recordUrl: null,
  } as const;
  const told = await done(
    world,
    world.nodes.map((node) => node.app.calls.report(report, "test")),
  );
  t.ok(told.every(({ ok }) => ok));
  t.equal((await world.nodes[0].store.read("counter", ["chat"]))?.last, 1, "one chat");
  const again = { ...report, status: "client_connected" } as const;
  t.match(await done(world, [world.nodes[1].app.calls.report(again, "test")]), [{ ok: true }]);
  t.match(await callOf(world.nodes[0], "in-1" as never), { status: "client_connected" });
});
