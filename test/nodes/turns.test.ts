import t from "tap";
import { startTwoServices } from "../harness/two-services.ts";

t.test("a conversation continues at the node where its next event arrives", async (t) => {
  const { nodes, settle } = await startTwoServices(t);
  const [one, two] = nodes;
  for (let round = 0; round < 5; round += 1) {
    await one.say("ann", `one ${round}`);
    await two.say("ann", `two ${round}`);
  }
  await settle();
  const token = await two.logIn("kim");
  const { body } = await two.call("GET", "/api/chats/1/messages", { token });
  const texts = body.messages.map(({ text }: { text: string }) => text);
  t.strictSame(
    texts,
    [0, 1, 2, 3, 4].flatMap((round) => [`one ${round}`, `two ${round}`]),
  );
  t.equal((await one.store.read("counter", ["chat"]))?.last, 1, "all messages are in one chat");
});

t.test("chats that begin on both nodes at once have different numbers", async (t) => {
  const { nodes, settle } = await startTwoServices(t);
  const names = Array.from({ length: 40 }, (_, index) => `visitor ${index}`);
  await Promise.all(names.map((name, index) => nodes[index % 2 === 0 ? 0 : 1].say(name, "hello")));
  await settle();
  const token = await nodes[0].logIn("ada");
  const { body } = await nodes[0].call("GET", "/api/chats?limit=100", { token });
  const ids = body.chats.map(({ id }: { id: string }) => id);
  t.equal(new Set(ids).size, 40);
});

t.test("an agent's answer at one node reaches the customer system once", async (t) => {
  const { nodes, settle } = await startTwoServices(t);
  const [one, two] = nodes;
  await one.say("ann", "hello");
  const token = await two.logIn("kim");
  t.equal((await two.call("POST", "/api/chats/1/accept", { token })).status, 200);
  t.equal((await two.call("POST", "/api/chats/1/messages", { token, body: { type: "text", text: "hi" } })).status, 202);
  await settle();
  t.equal(one.attempts.length + two.attempts.length, 1);
  for (const node of nodes) for (const attempt of node.attempts) attempt.answer();
  await settle();
  const { body } = await one.call("GET", "/api/chats/1/messages", { token: await one.logIn("kim") });
  t.match(body.messages.at(-1), { text: "hi", delivery: { state: "delivered" } });
});
