import t from "tap";
import { openDesk } from "../harness/desk-client.ts";
import { password } from "../harness/service-config.ts";
import { startTwoServices } from "../harness/two-services.ts";
import { whileTimePasses } from "../harness/while-time-passes.ts";

const email = "kim@example.com";

t.test("[AUTH-15] a session from one node is valid at the other as soon as the login is answered", async (t) => {
  const { nodes } = await startTwoServices(t);
  const [one, two] = nodes;
  const login = await one.call("POST", "/api/session", { body: { email, password } });
  t.equal(login.status, 200);
  t.equal((await two.call("GET", "/api/session", { token: login.body.token })).status, 200);
});

t.test("a session that ended at one node is invalid at the other as soon as the logout is answered", async (t) => {
  const { nodes } = await startTwoServices(t);
  const [one, two] = nodes;
  const { body } = await one.call("POST", "/api/session", { body: { email, password } });
  t.equal((await two.call("DELETE", "/api/session", { token: body.token })).status, 200);
  t.equal((await one.call("GET", "/api/session", { token: body.token })).status, 401);
});

t.test("a logout at one node closes the session's desk at the other, and the channel is then offline", async (t) => {
  const { nodes } = await startTwoServices(t);
  const [one, two] = nodes;
  const { body } = await one.call("POST", "/api/session", { body: { email, password } });
  const desk = await openDesk(t, two.url);
  desk.send({ type: "hello", token: body.token });
  await desk.until((frame) => frame.type === "ready");
  const other = await two.enter("max");
  t.equal(await two.status(), "1");
  t.equal((await one.call("DELETE", "/api/session", { token: body.token })).status, 200);
  t.equal(await two.status(), "0");
  t.equal((await desk.closed).code, 4401);
  t.equal(other.socket.readyState, other.socket.OPEN, "the desk of another session stays open");
});

t.test("all sessions of an agent end at all nodes, also a session that was opened meanwhile", async (t) => {
  const { nodes } = await startTwoServices(t);
  const [one, two] = nodes;
  const open = async (at: typeof one) =>
    (await at.call("POST", "/api/session", { body: { email, password } })).body.token;
  const tokens = [await open(one), await open(two), await open(one)];
  const ada = await two.logIn("ada");
  const { status } = await two.call("PATCH", "/api/agents/1", { token: ada, body: { role: "admin" } });
  t.equal(status, 200);
  for (const node of nodes)
    for (const token of tokens) t.equal((await node.call("GET", "/api/session", { token })).status, 401);
});

t.test("a node that missed the end of a session reads all sessions again", async (t) => {
  const { nodes, peers, clock } = await startTwoServices(t);
  const [one, two] = nodes;
  const { body } = await one.call("POST", "/api/session", { body: { email, password } });
  peers[1].cut();
  const ending = one.call("DELETE", "/api/session", { token: body.token });
  t.equal((await whileTimePasses({ clock }, ending)).status, 200);
  await two.settle();
  t.equal((await two.call("GET", "/api/session", { token: body.token })).status, 401);
});

t.test(
  "a node that was frozen answers 503 to sessions that began or ended meanwhile, until it has read them",
  async (t) => {
    const world = await startTwoServices(t);
    const { nodes } = world;
    const [one, two] = nodes;
    const logIn = () => one.call("POST", "/api/session", { body: { email, password } });
    const ended = (await logIn()).body.token;
    world.freeze(1);
    const begun = (await whileTimePasses(world, logIn())).body.token;
    t.equal((await whileTimePasses(world, one.call("DELETE", "/api/session", { token: ended }))).status, 200);
    const answers = async () => {
      const both = await Promise.all([begun, ended].map((token) => two.call("GET", "/api/session", { token })));
      return both.map(({ status }) => status);
    };
    t.strictSame(await answers(), [503, 503]);
    t.match(await two.status(), "unavailable", "the channel may have been changed meanwhile");
    t.equal((await two.call("GET", "/healthz")).status, 200);
    t.equal((await two.call("GET", "/readyz")).status, 503);
    world.thaw(1);
    await world.settle();
    t.strictSame(await answers(), [200, 401]);
  },
);
