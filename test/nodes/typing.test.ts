import t from "tap";
import { post } from "../harness/customer.ts";
import { startTwoServices } from "../harness/two-services.ts";

t.test(
  "[CH-49] an agent's typing ends when the agent's node dies; another node notifies the customer system",
  async (t) => {
    const { nodes, kill, settle, pass } = await startTwoServices(t);
    const [one, two] = nodes;
    await one.say("ann", "hello");
    const token = await two.logIn("kim");
    t.equal((await two.call("POST", "/api/chats/1/accept", { token })).status, 200);
    t.equal((await two.call("POST", "/api/chats/1/typing", { token, body: { type: "typein" } })).status, 200);
    await settle();
    t.match(two.notices, [{ state: "typein" }]);
    kill(1);
    await pass(4_900);
    t.strictSame(one.notices, []);
    await pass(1_000);
    t.match(one.notices, [{ state: "typeout" }], "5 s after the agent's last key");
  },
);

t.test("a client's typing ends when its node dies, and a desk at another node shows that", async (t) => {
  const { nodes, kill, settle, pass } = await startTwoServices(t);
  const [one, two] = nodes;
  await one.say("ann", "hello");
  const desk = await one.enter("kim");
  const answer = await post(two, { sender: { id: "ann" }, message: { type: "typein" } });
  t.equal(answer.status, 200);
  await settle();
  kill(1);
  await pass(11_000);
  await desk.until((frame) => frame.type === "typing" && frame.state === "typeout");
});

t.test("a desk of one node shows who has a chat open at another node", async (t) => {
  const { nodes } = await startTwoServices(t);
  const [one, two] = nodes;
  await one.say("ann", "hello");
  const [kim, lee] = [await one.enter("kim"), await two.enter("lee")];
  kim.send({ type: "viewing", chatId: "1", writes: true });
  const shown = await lee.until(({ type }) => type === "viewer");
  t.match(shown, { chatId: "1", agent: { name: "Kim" }, state: "writes" });
  kim.socket.close();
  await lee.until((frame) => frame.type === "viewer" && frame.state === "left");
});
