import t from "tap";
import type { AgentContext } from "../../../machines/agent/agent.machine.ts";
import { agentAddress, soloConversation } from "../../../machines/tells.ts";
import { openSilentProxy } from "../../edge/silent-proxy.ts";
import type { DeskClient } from "../../harness/desk-client.ts";
import { openDesk } from "../../harness/desk-client.ts";
import { createFaultyStore } from "../../harness/faulty-store.ts";
import type { Service } from "../../harness/service.ts";
import { startService } from "../../harness/service.ts";
import { agents, password } from "../../harness/service-config.ts";
import { contextOf } from "../../harness/stored-contexts.ts";

const silentDeathMs = 15_000;

t.test("[CH-12] status is 1 only while an assigned agent has a live desk and is set available", async (t) => {
  const service = await startService(t);
  t.equal(await service.status(), "0");
  await service.enter("max");
  await service.enter("ada");
  t.equal(await service.status(), "0", "agents of other channels and administrators on none do not count");
  const kim = await service.enter("kim", { available: false });
  t.equal(await service.status(), "0", "online, but not available");
  kim.send({ type: "available", value: true });
  await kim.until((frame) => frame.type === "available" && frame.value === true);
  t.equal(await service.status(), "1");
  const second = await service.enter("kim");
  kim.vanish();
  await kim.closed;
  await service.settle();
  t.equal(await service.status(), "1", "one of two sockets is left");
  second.socket.close();
  await second.closed;
  await service.settle();
  t.equal(await service.status(), "0");
  t.equal(await service.status("OTHERAPP01"), "1");
});

t.test("[CH-13] status is 0 on the first query after the last available agent logs out", async (t) => {
  const service = await startService(t);
  const kim = await service.enter("kim");
  const sameSession = await service.enter("kim");
  const lee = await service.enter("lee");
  const tokens = { kim: await service.logIn("kim"), lee: await service.logIn("lee") };
  const otherSession = (await service.call("POST", "/api/session", { body: { email: "lee@example.com", password } }))
    .body.token;

  t.equal((await service.call("DELETE", "/api/session", { token: tokens.kim })).status, 200);
  t.equal(await service.status(), "1", "another agent is left");
  t.match(await kim.closed, { code: 4401, reason: /logged out/ });
  t.match(await sameSession.closed, { code: 4401 });
  t.equal((await service.call("DELETE", "/api/session", { token: otherSession })).status, 200);
  t.equal(await service.status(), "1", "the agent's other session is left");
  t.equal((await service.call("DELETE", "/api/session", { token: tokens.lee })).status, 200);
  t.equal(await service.status(), "0");
  t.match(await lee.closed, { code: 4401 });

  t.equal((await service.call("DELETE", "/api/session", { token: tokens.lee })).status, 401, "the session has ended");
  t.equal((await service.call("GET", "/api/chats", { token: tokens.lee })).status, 401);
  const late = await openDesk(t, service.url);
  late.send({ type: "hello", token: tokens.lee });
  t.match(await late.closed, { code: 4401, reason: /token/ });
  await service.settle();
  t.equal(await service.status(), "0");
});

t.test(
  "status is 0 when the last available agent goes unavailable, and the last of many switches counts",
  async (t) => {
    const service = await startService(t);
    const kim = await service.enter("kim");
    kim.send({ type: "available", value: false });
    await kim.until((frame) => frame.type === "available" && frame.value === false);
    t.equal(await service.status(), "0");
    for (let round = 0; round < 50; round += 1) kim.send({ type: "available", value: round % 2 === 1 });
    kim.send({ type: "available", value: true });
    await kim.until((frame) => frame.type === "available" && frame.value === true);
    await service.settle();
    t.equal(await service.status(), "1");
    t.equal(kim.frames.at(-1)?.value, true);
  },
);

t.test("[CH-13] status is 0 within 15 s after the connection of the last available agent died silently", async (t) => {
  const service = await startService(t);
  const alive = await service.enter("ada");
  const silent = await openDesk(t, service.url, { answersPings: false });
  silent.send({ type: "hello", token: await service.logIn("kim") });
  await silent.until((frame) => frame.type === "ready");
  t.equal(await service.status(), "1");
  let pings = 0;
  silent.socket.on("ping", () => {
    pings += 1;
  });
  let pongs = 0;
  alive.socket.on("ping", () => {
    pongs += 1;
  });
  for (let passedMs = 0; passedMs < silentDeathMs; passedMs += 2_000) {
    const before = pongs;
    service.clock.advance(2_000);
    while (pongs === before) await new Promise((resolve) => alive.socket.once("ping", resolve));
    // The pong is under way. A later request is answered after the pong was read.
    const status = await service.status();
    if (passedMs < 8_000) t.equal(status, "1", `after ${passedMs + 2_000} ms it may still answer`);
    if (passedMs >= 12_000) break;
  }
  t.match(await silent.closed, { code: 4408, reason: /ping/ });
  await service.settle();
  t.equal(await service.status(), "0");
  t.ok(pings >= 3, "a ping was sent");
  t.equal(alive.socket.readyState, alive.socket.OPEN, "a peer that answers stays");
});

/** Advances the time until the service closes this socket of the agent; `others` answer their pings and stay connected. */
async function passSilentDeath(service: Service, others: readonly DeskClient[]): Promise<readonly string[]> {
  const statuses: string[] = [];
  for (let passedMs = 0; passedMs < silentDeathMs; passedMs += 2_500) {
    const pings = others.map(({ socket }) => new Promise((resolve) => socket.once("ping", resolve)));
    service.clock.advance(2_500);
    await Promise.all(pings);
    await service.settle();
    statuses.push(await service.status());
  }
  return statuses;
}

t.test("an agent with two sockets is present while one of them lives, whichever dies silently", async (t) => {
  const service = await startService(t);
  const port = Number(new URL(service.url).port);
  const enterThrough = async (proxy: { readonly port: number }): Promise<DeskClient> => {
    const desk = await openDesk(t, `http://127.0.0.1:${proxy.port}`);
    desk.send({ type: "hello", token: await service.logIn("kim") });
    await desk.until((frame) => frame.type === "ready");
    return desk;
  };
  const socketIds = async (): Promise<readonly string[]> => {
    const row = await service.store.read("actor", [agentAddress(agents.kim.id)]);
    return row === undefined ? [] : contextOf<AgentContext>(row).socketIds;
  };
  const [laptop, phone] = [await openSilentProxy(t, port), await openSilentProxy(t, port)];
  const watcher = await service.enter("ada");
  const onLaptop = await enterThrough(laptop);
  const onPhone = await enterThrough(phone);
  t.equal((await socketIds()).length, 2);

  onPhone.send({ type: "available", value: false });
  await onPhone.until((frame) => frame.type === "available" && frame.value === false);
  t.equal(await service.status(), "0", "the setting of one socket applies to the agent");
  onLaptop.send({ type: "available", value: true });
  await onLaptop.until((frame) => frame.type === "available" && frame.value === true);
  t.equal(await service.status(), "1", "the setting of the other socket does, too");

  laptop.loseSilently();
  t.equal(laptop.halfOpen, 1, "the service has not noticed the loss");
  const oneLost = await passSilentDeath(service, [watcher, onPhone]);
  t.strictSame([...new Set(oneLost)], ["1"], "never offline while one socket is open");
  await service.settle();
  t.equal((await socketIds()).length, 1, "the silent socket is removed");
  t.equal(laptop.halfOpen, 0, "and closed");

  phone.loseSilently();
  t.equal(await service.status(), "1", "the service cannot know the loss yet");
  const bothLost = await passSilentDeath(service, [watcher]);
  t.equal(bothLost.at(-1), "0", `within 15 s: ${bothLost}`);
  t.strictSame(await socketIds(), []);

  const back = await service.enter("kim", { available: false });
  t.equal(await service.status(), "0", "back, and not available");
  back.send({ type: "available", value: true });
  await back.until((frame) => frame.type === "available" && frame.value === true);
  t.equal(await service.status(), "1");
});

t.test("a second desk that sets no availability leaves the agent as the first desk set it", async (t) => {
  const service = await startService(t);
  const first = await service.enter("kim");
  t.equal(await service.status(), "1", "the first desk makes its agent available by default");
  first.send({ type: "available", value: false });
  await first.until((frame) => frame.type === "available" && frame.value === false);
  const second = await service.enter("kim");
  t.equal(await service.status(), "0", "unchanged");
  const third = await service.enter("kim", { available: true });
  t.equal(await service.status(), "1", "its setting applies to the agent");
  for (const desk of [first, second, third]) {
    desk.socket.close();
    await desk.closed;
  }
  await service.settle();
  t.equal(await service.status(), "0");
  await service.enter("kim");
  t.equal(await service.status(), "1", "a new start uses the default");
});

t.test("a socket must send a hello first, in time and with a live session", async (t) => {
  const service = await startService(t);
  const refused = async (send: (desk: Awaited<ReturnType<typeof openDesk>>) => void) => {
    const desk = await openDesk(t, service.url);
    send(desk);
    return desk.closed;
  };
  const token = await service.logIn("kim");
  t.match(await refused((desk) => desk.send({ type: "available", value: true })), { code: 4400, reason: /hello/ });
  t.match(await refused((desk) => desk.send("{")), { code: 4400, reason: /JSON/ });
  t.match(await refused((desk) => desk.send({ type: "hello", token: 7 })), { code: 4400, reason: /token/ });
  t.match(await refused((desk) => desk.send({ type: "hello", token, since: "x" })), { code: 4400, reason: /since/ });
  t.match(await refused((desk) => desk.send({ type: "hello", token: `${token}x` })), { code: 4401, reason: /token/ });
  t.match(await refused((desk) => desk.send({ type: "hello" })), { code: 4401, reason: /token/ });
  t.match(await refused((desk) => desk.socket.send(Buffer.from("{}"))), { code: 4400, reason: /binary/ });
  t.match(await refused((desk) => desk.send("x".repeat(16 * 1024 + 1))), { code: 1009, reason: /16384/ });
  t.match(await refused((desk) => desk.send(`{"type":"${"ж".repeat(200)}"}`)), { code: 4400, reason: /type/ });
  t.match(await refused(() => service.clock.advance(10_000)), { code: 4408, reason: /hello/ });
  t.equal(await service.status(), "0", "none of them counted");

  const kim = await service.enter("kim");
  kim.send({ type: "hello", token });
  t.match(await kim.closed, { code: 4400, reason: /hello/ });
  const again = await service.enter("kim");
  again.send({ type: "available", value: "yes" });
  t.match(await again.closed, { code: 4400, reason: /value/ });
  await service.settle();
  t.equal(await service.status(), "0");
  t.notOk(JSON.stringify(service.logLines).includes(token), "no token reaches the log");
});

t.test("when the service stops, sockets are closed with 1001 and the agents are stored as offline", async (t) => {
  const service = await startService(t);
  const kim = await service.enter("kim");
  await service.stop();
  t.match(await kim.closed, { code: 1001 });
  const row = await service.store.read("actor", [agentAddress(agents.kim.id)]);
  t.equal(row?.state, "absent");
});

t.test("an entry that cannot be stored is refused, and nothing is tried again for it", async (t) => {
  const { store, failNext, commits } = createFaultyStore();
  const service = await startService(t, { store });
  const token = await service.logIn("kim");
  failNext(1_000, soloConversation(agentAddress(agents.kim.id)));
  const refused = await openDesk(t, service.url);
  refused.send({ type: "hello", token });
  t.match(await refused.closed, { code: 1013 });
  await service.settle();
  const before = commits();
  service.clock.advance(5_000);
  await service.settle();
  t.equal(commits(), before);
  failNext(0);
  const kim = await service.enter("kim");
  t.equal(await service.status(), "1");
  kim.socket.close();
});
