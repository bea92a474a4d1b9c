import type { Test } from "tap";
import type { Peers, PeerTopic } from "../../src/ports/peers.ts";

/** A process that a test adds to the others, and the test's actions on it. */
export interface PeerUnderTest {
  readonly peers: Peers;
  /** The process does nothing until `thaw`. */
  freeze(): void;
  thaw(): void;
  /** The process ends without an announcement. */
  die(): void;
  /** Messages of the other processes do not reach it, until it recovers without help. */
  cut(): Promise<void>;
}

export interface PeersUnderTest {
  readonly name: string;
  /** Processes on one empty store. The test ends those that still run. */
  open(t: Test): Promise<{
    join(): Promise<PeerUnderTest>;
    /** Resolves when the condition is true. Rejects when it is not within the time, by the processes' clock. */
    until(what: string, isSo: () => boolean, withinMs: number): Promise<void>;
  }>;
}

type Opened = Awaited<ReturnType<PeersUnderTest["open"]>>;

/** Everything that a process received. */
interface Heard {
  readonly texts: string[];
  readonly lost: string[];
  readonly leftBehind: string[];
  gaps: number;
}

export function listenTo(peers: Peers, ...topics: readonly PeerTopic[]): Heard {
  const heard: Heard = { texts: [], lost: [], leftBehind: [], gaps: 0 };
  for (const topic of topics) peers.hear(topic, (text, from) => void heard.texts.push(`${from} ${topic} ${text}`));
  peers.onGap(() => {
    heard.gaps += 1;
  });
  peers.onLost(({ id }) => void heard.lost.push(id));
  peers.onLeftBehind((formerId) => void heard.leftBehind.push(formerId));
  return heard;
}

/** Silence is detected after 5 s, and reported within 7 s; the rest is for a slow machine. */
const lostWithinMs = 8_000;

/** Starts three processes that all know each other, and records what each received. */
async function startThree(opened: Opened, ...topics: PeerTopic[]) {
  const one = async () => {
    const member = await opened.join();
    const heard = listenTo(member.peers, ...topics);
    await member.peers.start();
    return { ...member, heard };
  };
  const [a, b, c] = [await one(), await one(), await one()];
  await opened.until("all know each other", () => [a, b, c].every(({ peers }) => peers.living().length === 3), 3_000);
  return { a, b, c };
}

const testsOf =
  (t: Test, { name, open }: PeersUnderTest) =>
  (title: string, run: (t: Test, opened: Opened) => Promise<void>): void => {
    t.test(`${name}: ${title}`, async (t) => run(t, await open(t)));
  };

/** The contract of every adapter of the port `Peers`, for a process that is not alone. */
export function peersContract(t: Test, adapter: PeersUnderTest): void {
  const test = testsOf(t, adapter);

  test("texts of a process reach all others, in order, and never the process itself", async (t, opened) => {
    const { a, b, c } = await startThree(opened, "feed", "relay");
    t.equal(a.peers.isAlone, false);
    const expected = Array.from({ length: 50 }, (_, index) => [
      `${a.peers.id} feed ${index}`,
      `${a.peers.id} relay ${index}`,
    ]).flat();
    const told = Array.from({ length: 50 }, (_, index) => [
      a.peers.tell("feed", `${index}`),
      a.peers.tell("relay", `${index}`),
    ]);
    await Promise.all(told.flat());
    await opened.until("both received all", () => [b, c].every((one) => one.heard.texts.length === 100), 3_000);
    t.strictSame(b.heard.texts, expected);
    t.strictSame(c.heard.texts, expected);
    t.strictSame(a.heard.texts, []);
    t.strictSame(
      [a, b, c].map((one) => one.heard.gaps),
      [0, 0, 0],
    );
  });

  test("any text arrives unchanged: empty, with quotes, zeros, and letters of all kinds", async (t, opened) => {
    const { a, b } = await startThree(opened, "relay");
    const texts = [
      "",
      '{"a":"\\"b\\\\"}',
      "zero \0 and \u0001",
      "Grüße, 你好, 🎉",
      "line\nand\ttab",
      "ü".repeat(9_000),
    ];
    for (const text of texts) await a.peers.tell("relay", text);
    await opened.until("all heard", () => b.heard.texts.length === texts.length, 3_000);
    t.strictSame(
      b.heard.texts,
      texts.map((text) => `${a.peers.id} relay ${text}`),
    );
  });

  test("a topic without a listener is ignored, and a listener that throws affects no other listener", async (t, opened) => {
    const { a, b } = await startThree(opened);
    const heard: string[] = [];
    b.peers.hear("feed", () => {
      throw new Error("a listener's own trouble");
    });
    b.peers.hear("feed", (text) => void heard.push(text));
    await a.peers.tell("watch", "nobody listens");
    await a.peers.tell("feed", "first");
    await a.peers.tell("feed", "second");
    await opened.until("both heard", () => heard.length === 2, 3_000);
    t.strictSame(heard, ["first", "second"]);
    t.equal(b.heard.gaps, 0);
  });

  test("a process knows the running processes, and a process that stops is reported at once", async (t, opened) => {
    const { a, b, c } = await startThree(opened, "feed");
    const ids = [a, b, c].map((one) => one.peers.id).sort();
    t.equal(new Set(ids).size, 3);
    t.strictSame([...b.peers.living()].sort(), ids);
    const last = c.peers.tell("feed", "last");
    await c.peers.stop();
    await last;
    await c.peers.tell("feed", "too late");
    await c.peers.stop();
    await opened.until("both are notified", () => a.heard.lost.length > 0 && b.heard.lost.length > 0, 1_000);
    t.strictSame([a.heard.lost, b.heard.lost], [[c.peers.id], [c.peers.id]]);
    t.strictSame([...a.peers.living()].sort(), [a.peers.id, b.peers.id].sort());
    t.strictSame(c.heard.lost, [], "the process that stops is not notified");
    await a.peers.tell("feed", "after it");
    await opened.until("both texts arrive", () => b.heard.texts.length > 1, 3_000);
    t.strictSame(b.heard.texts, [`${c.peers.id} feed last`, `${a.peers.id} feed after it`]);
    t.strictSame([a.heard.gaps, b.heard.gaps], [0, 0]);
  });

  test("a lease belongs to one process until it is returned or its time is over", async (t, opened) => {
    const { a, b } = await startThree(opened);
    t.equal(await a.peers.lease("trim", 60_000), true);
    t.equal(await b.peers.lease("trim", 60_000), false);
    t.equal(await a.peers.lease("trim", 60_000), true, "again for the one that has it");
    t.equal(await b.peers.lease("other", 60_000), true);
    await b.peers.release("trim");
    t.equal(await b.peers.lease("trim", 60_000), false, "no process returns another's lease");
    await a.peers.release("trim");
    t.equal(await b.peers.lease("trim", 500), true);
    const askedUntil: Promise<boolean>[] = [];
    let isMine = false;
    await opened.until(
      "its time is over",
      () => {
        askedUntil.push(a.peers.lease("trim", 60_000).then((has) => (isMine ||= has)));
        return isMine;
      },
      3_000,
    );
    await Promise.all(askedUntil);
    t.equal(await b.peers.lease("trim", 60_000), false);
    await a.peers.stop();
    t.equal(await b.peers.lease("trim", 60_000), true, "a process that stops returns its leases");
  });

  test("if many processes request one lease at once, one of them gets it", async (t, opened) => {
    const { a, b, c } = await startThree(opened);
    for (let round = 0; round < 10; round += 1) {
      const answers = await Promise.all([a, b, c].map(({ peers }) => peers.lease(`round ${round}`, 60_000)));
      t.equal(answers.filter((has) => has).length, 1);
    }
  });
}

/** The part of the contract about processes that are silent. It takes seconds of the processes' clock. */
export function silenceContract(t: Test, adapter: PeersUnderTest): void {
  const test = testsOf(t, adapter);

  test("a process that dies is reported as lost to all others within 7 s", async (t, opened) => {
    const { a, b, c } = await startThree(opened);
    c.die();
    const lostId = c.peers.id;
    await opened.until(
      "both are notified",
      () => [a, b].every(({ heard }) => heard.lost.includes(lostId)),
      lostWithinMs,
    );
    t.notOk(a.peers.living().includes(lostId));
    t.strictSame([a.heard.leftBehind, b.heard.leftBehind], [[], []]);
  });

  test("a process that was silent too long learns that the others consider it lost, and continues with a new id", async (t, opened) => {
    const { a, b } = await startThree(opened, "feed");
    const formerId = b.peers.id;
    b.freeze();
    await opened.until("it is lost", () => a.heard.lost.includes(formerId), lostWithinMs);
    b.thaw();
    await opened.until("it finds out", () => b.heard.leftBehind.length > 0, 3_000);
    t.strictSame(b.heard.leftBehind, [formerId]);
    t.not(b.peers.id, formerId);
    await opened.until("the other knows it again", () => a.peers.living().includes(b.peers.id), 3_000);
    await b.peers.tell("feed", "back");
    await opened.until("the other receives it", () => a.heard.texts.length > 0, 3_000);
    t.strictSame(a.heard.texts, [`${b.peers.id} feed back`]);
    t.strictSame(a.heard.leftBehind, []);
    t.strictSame(
      b.heard.lost.filter((id) => id === formerId),
      [],
      "it is not notified about itself",
    );
  });

  test("a short silence has no effect", async (t, opened) => {
    const { a, b } = await startThree(opened, "feed");
    const id = b.peers.id;
    b.freeze();
    await t.rejects(opened.until("it is lost", () => a.heard.lost.length > 0, 3_000));
    b.thaw();
    await b.peers.tell("feed", "here");
    await opened.until("the other receives it", () => a.heard.texts.length > 0, 3_000);
    t.strictSame(a.heard.texts, [`${id} feed here`]);
    t.strictSame([a.heard.lost, b.heard.leftBehind], [[], []]);
  });

  test("a process that was frozen is behind the others, and its gap listeners are called before that ends", async (t, opened) => {
    const { a, b } = await startThree(opened, "feed");
    t.strictSame([a.peers.isBehind(), b.peers.isBehind()], [false, false]);
    b.freeze();
    await t.rejects(opened.until("it is lost", () => a.heard.lost.length > 0, 3_500));
    t.strictSame([a.peers.isBehind(), b.peers.isBehind()], [false, true]);
    let gaps = 0;
    b.peers.onGap(() => {
      gaps += 1;
    });
    b.thaw();
    await opened.until("it is up to date", () => !b.peers.isBehind(), 3_000);
    t.equal(gaps, 1);
    t.equal(a.heard.gaps, 0);
  });

  test("a process that receives nothing for a while learns of the gap, and receives again", async (t, opened) => {
    const { a, b } = await startThree(opened, "feed");
    await b.cut();
    await opened.until("the gap is reported", () => b.heard.gaps > 0, 6_000);
    t.strictSame([a.heard.gaps, b.heard.lost, b.heard.leftBehind], [0, [], []]);
    await a.peers.tell("feed", "again");
    await opened.until("it receives again", () => b.heard.texts.length > 0, 3_000);
    t.match(b.heard.texts, [`${a.peers.id} feed again`]);
  });
}
