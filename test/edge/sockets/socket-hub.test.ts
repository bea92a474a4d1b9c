import t from "tap";
import { until } from "../edge-world.ts";
import type { ToyLink } from "./toy-kind.ts";
import { toyLimits } from "./toy-kind.ts";
import { fill, openDeaf, piece, startHub } from "./toy-world.ts";

t.test("a link sends one hello, first and in time; only then are other frames accepted", async (t) => {
  const { clock, hub, steps, open } = await startHub(t);
  const good = await open();
  good.send("hello kim", "echo one");
  t.same(await good.came(2), ["ready p.t1", "kim one 8"]);
  clock.advance(toyLimits.helloMs);
  t.equal(hub.links.size, 1, "the deadline ends with the hello");
  good.send("hello kim");
  t.same(await good.closed, [4400, "hello was said"]);
  const early = await open();
  early.send("echo one");
  t.same(await early.closed, [4400, 'Field type of the first frame must be "hello", got "echo".']);
  const late = await open();
  clock.advance(toyLimits.helloMs);
  t.same(await late.closed, [4408, "No hello frame came within 5000 ms."]);
  const nobody = await open();
  nobody.send("hello nobody");
  t.same(await nobody.closed, [4401, "nobody may not"]);
  t.equal(clock.nextWakeAtMs(), Number.POSITIVE_INFINITY, "no timer is set");
  t.same(steps, [
    "closed p.t1 of kim",
    "closed p.t2 without a session",
    "closed p.t3 without a session",
    "closed p.t4 without a session",
  ]);
});

t.test("a link that is refused, or beyond the limit, leaves no data", async (t) => {
  const { hub, steps, open, refused, clock } = await startHub(t);
  t.equal(await refused("?group=barred"), 404);
  const peers = await Promise.all([1, 2, 3].map(() => open()));
  const armedAtMs = clock.nextWakeAtMs();
  const last = await open();
  t.same(await last.closed, [1013, "no room"]);
  t.equal(clock.nextWakeAtMs(), armedAtMs);
  t.same(steps, ["closed p.t4 without a session"], "the refused upgrade used no number");
  peers[0]?.socket.terminate();
  await until(() => hub.links.size === 2);
  const next = await open();
  next.send("hello kim");
  t.same(await next.came(1), ["ready p.t5"]);
});

t.test("a frame that is too big, not text, or unknown to the kind closes only its own socket", async (t) => {
  const { open, log, steps } = await startHub(t, { refuseRoom: null });
  const other = await open();
  const rows: readonly (readonly [frame: string | Buffer, code: number, reason: string])[] = [
    [`echo ${"x".repeat(252)}`, 1009, "A frame may have 256 bytes, got 257."],
    [Buffer.from("hello kim"), 4400, "Expected a text frame, got a binary one."],
    ["what", 4400, "no frame: what"],
    ["echo defect", 1011, "internal error"],
  ];
  for (const [frame, ...closed] of rows) {
    const peer = await open();
    peer.send("hello lee");
    await peer.came(1);
    peer.socket.send(frame);
    t.same(await peer.closed, closed);
  }
  const whole = `echo ${"x".repeat(251)}`;
  other.send("hello kim", whole);
  t.equal((await other.came(2))[1], `kim ${"x".repeat(251)} 256`);
  t.same(
    steps,
    [2, 3, 4, 5].map((number) => `closed p.t${number} of lee`),
  );
  t.equal(log.filter(({ msg }) => msg === "socket handler failed").length, 1);
});

t.test(
  "frames above the rate of a session are refused, and accepted again later; a hello is not counted",
  async (t) => {
    const { clock, open } = await startHub(t);
    const peer = await open();
    peer.send("hello kim", "echo a", "echo b", "echo c", "echo d");
    t.same((await peer.came(5)).slice(1), ["kim a 6", "kim b 6", "kim c 6", "d: wait 1"]);
    clock.advance(1_000);
    peer.send("echo e");
    t.equal((await peer.came(6))[5], "kim e 6");
  },
);

t.test("a peer that answers no ping is closed; a peer that answers, or whose pings were stopped, stays", async (t) => {
  const { clock, hub, open } = await startHub(t, { backlog: null });
  const silent = await open("", { autoPong: false });
  const present = await open();
  const [, presentLink] = hub.links;
  const left = await open("", { autoPong: false });
  for (const peer of [silent, present, left]) peer.send("hello kim");
  for (const peer of [silent, present, left]) await peer.came(1);
  const [, , leftLink] = hub.links;
  if (leftLink === undefined || presentLink === undefined) throw new Error("Expected three links");
  hub.stopPings(leftLink);
  for (let round = 0; round < 7; round += 1) {
    clock.advance(toyLimits.silenceMs / 5);
    await until(() => presentLink.silentRounds === 0);
  }
  t.same(await silent.closed, [4408, "No ping was answered for 10000 ms."]);
  t.same([...hub.links], [presentLink, leftLink]);
});

t.test("the permission to stay is checked before each frame and each ping", async (t) => {
  const asked: string[] = [];
  const { clock, open, link } = await startHub(t, {
    mayStay(link) {
      asked.push(link.state.name);
      if (asked.length > 3) link.end(4401, "no longer");
      return asked.length <= 3;
    },
  });
  const peer = await open();
  peer.send("hello kim", "echo one");
  await peer.came(2);
  clock.advance(toyLimits.silenceMs / 5);
  t.same(asked, ["awaited", "live", "live"]);
  await until(() => link().silentRounds === 0);
  peer.send("echo two");
  t.same(await peer.closed, [4401, "no longer"]);
  t.equal(peer.frames.length, 2, "the frame was not processed");
});

t.test("a kind without a hello has its session at once, and no deadline", async (t) => {
  const { clock, open, hub } = await startHub(t, {
    backlog: null,
    entry: {
      by: "upgrade",
      begin(link) {
        link.become({ name: "live", who: link.upgrade.group });
        link.send("welcome");
      },
    },
  });
  const peer = await open("?group=kim");
  peer.send("echo one");
  t.same(await peer.came(2), ["welcome", "kim one 8"]);
  t.equal(clock.nextWakeAtMs(), clock.nowMs() + toyLimits.silenceMs / 5, "only the next ping is scheduled");
  t.equal(hub.links.size, 1);
});

t.test("waiters are woken when a peer reads the waiting bytes, and when the link closes", async (t) => {
  const taken: ToyLink[] = [];
  const world = await startHub(t, { backlog: null, onTaken: (link) => void taken.push(link) });
  const [peer, link] = await openDeaf(world);
  await fill(link, piece.length);
  let isDrained = false;
  const drained = link.whenDrained().then(() => {
    isDrained = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  t.equal(isDrained, false);
  peer.socket.resume();
  await drained;
  t.ok(taken.includes(link), "its kind is notified too");
  await until(() => link.waitingBytes === 0);
  const waiting = Promise.all([link.whenDrained(), link.whenDrained()]);
  peer.socket.terminate();
  await waiting;
  t.equal(link.isOpen, false);
  await link.whenDrained();
});

t.test("a slow peer is closed at its own bound, and peers of a group at the group's bound", async (t) => {
  const alone = await startHub(t, { backlog: null });
  const [, slow] = await openDeaf(alone);
  const most = await fill(slow, Number.POSITIVE_INFINITY);
  t.equal(slow.isOpen, false);
  t.ok(most > toyLimits.waitingBytesMax && most <= toyLimits.waitingBytesMax + 2 * piece.length, `${most} bytes`);
  t.same(alone.steps, ["closed p.t1 of kim"]);

  const world = await startHub(t);
  const [, small] = await openDeaf(world, "?group=one");
  const [, other] = await openDeaf(world, "?group=two");
  const [, large] = await openDeaf(world, "?group=one");
  await fill(small, toyLimits.groupBytesMax / 4);
  await fill(other, toyLimits.groupBytesMax / 2);
  await fill(large, toyLimits.groupBytesMax + 1);
  t.same(
    [small, other, large].map(({ isOpen }) => isOpen),
    [true, true, false],
    "the largest link of the group is closed, and this is enough",
  );
  world.clock.advance(toyLimits.idleMs + 1_000);
  t.equal(world.hub.links.size, 0, "a peer that reads nothing for too long is closed as well");
  t.same(world.steps, [
    ...["drop: group full", "closed p.t3 of kim"],
    ...["drop: idle", "closed p.t1 of kim", "drop: idle", "closed p.t2 of kim"],
  ]);
});

t.test(
  "when the service stops, every socket is closed with a reason, or dropped if it does not read, and cleaned up once",
  async (t) => {
    const world = await startHub(t);
    const { hub, steps, clock } = world;
    const [deaf, deafLink] = await openDeaf(world, "?group=deaf");
    await fill(deafLink, piece.length);
    const greeted = await world.open();
    greeted.send("hello lee");
    await greeted.came(1);
    const silent = await world.open();
    const links = [...hub.links];
    hub.closeAll();
    hub.closeAll();
    t.equal(hub.links.size, 0, "in the same tick");
    t.same(await greeted.closed, [1001, "The service is shutting down."]);
    t.same(await silent.closed, [1001, "The service is shutting down."]);
    deaf.socket.resume();
    t.equal((await deaf.closed)[0], 1006);
    t.same(steps, ["closed p.t1 of kim", "closed p.t2 of lee", "closed p.t3 without a session"]);
    t.equal(clock.nextWakeAtMs(), Number.POSITIVE_INFINITY, "no timer is set");
    for (const link of links) {
      link.become({ name: "live", who: "late" });
      link.send("late");
      link.end(4400, "late");
      t.equal(link.state.name, "closed");
      t.equal(link.waitingBytes, 0);
    }
    t.equal(steps.length, 3);
  },
);
