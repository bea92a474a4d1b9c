import t from "tap";
import { countsSentAfterMs } from "../../src/core/peers/shared-counts.ts";
import type { Service } from "../harness/service.ts";
import { startTwoServices } from "../harness/two-services.ts";

const send = async (node: Service, sender: string): Promise<number> => {
  const { random } = node.app.runtime.directory.find("MOBILEAPP1")?.settings ?? {};
  const body = { sender: { id: sender }, message: { type: "text", text: "hello" } };
  return (await node.call("POST", `/chat-api/${random}/MOBILEAPP1`, { body })).status;
};

t.test(
  "[LIM-02] a sender who alternates between two nodes gets the limit once, plus the requests of a tenth of a second",
  async (t) => {
    const senderBurst = 20;
    const senderPerSecond = 10;
    const { nodes, clock, settle } = await startTwoServices(t, { limits: { senderBurst, senderPerSecond } });
    /** Waits until each node knows the other node's counts. */
    const tell = async (): Promise<void> => {
      clock.advance(countsSentAfterMs);
      await settle();
    };
    let passed = 0;
    const seconds = 4;
    for (let round = 0; round < (seconds * 1_000) / countsSentAfterMs; round += 1) {
      for (let count = 0; count < 6; count += 1) {
        const node = nodes[count % 2 === 0 ? 0 : 1];
        if ((await send(node, "ann")) === 200) passed += 1;
      }
      await tell();
    }
    const once = senderBurst + seconds * senderPerSecond;
    t.ok(passed >= once - 2, `${passed} passed, at least ${once} may`);
    // A node does not report less than a quarter of a burst, and each node accepts requests until it is notified.
    t.ok(passed <= once + senderBurst / 4 + 3, `${passed} passed, ${once} may`);
  },
);

t.test("a sender who writes at one node only is not limited by other senders", async (t) => {
  const { nodes, clock, settle } = await startTwoServices(t, { limits: { senderBurst: 4, senderPerSecond: 1 } });
  for (let count = 0; count < 4; count += 1) t.equal(await send(nodes[0], "ann"), 200);
  clock.advance(countsSentAfterMs);
  await settle();
  t.equal(await send(nodes[1], "ann"), 429, "the other node knows that the limit is reached");
  t.equal(await send(nodes[1], "bob"), 200, "another sender has a separate limit");
});

t.test("[AUTH-02] bad paths count at both nodes together", async (t) => {
  const { nodes, clock, settle } = await startTwoServices(t, { limits: { badPathsPerMinute: 5 } });
  const guess = async (node: Service): Promise<number> =>
    (await node.call("GET", "/chat-api/3b6fA0bbbbbbbbbbbbbbbb/MOBILEAPP1/status")).status;
  for (let count = 0; count < 5; count += 1) t.equal(await guess(nodes[0]), 404);
  t.equal(await guess(nodes[0]), 429);
  clock.advance(countsSentAfterMs);
  await settle();
  t.equal(await guess(nodes[1]), 429);
});

t.test("failed logins count at both nodes, as soon as the other node is notified", async (t) => {
  const { nodes, settle } = await startTwoServices(t);
  const guess = async (node: Service): Promise<number> =>
    (await node.call("POST", "/api/session", { body: { email: "kim@example.com", password: "a wrong password" } }))
      .status;
  for (let count = 0; count < 5; count += 1) {
    t.equal(await guess(nodes[count % 2 === 0 ? 0 : 1]), 401);
    await settle();
  }
  t.equal(await guess(nodes[0]), 429);
  t.equal(await guess(nodes[1]), 429);
});
