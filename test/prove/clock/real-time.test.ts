import type { Test } from "tap";
import t from "tap";
import type { Answer } from "../../../src/demo/cast/peer.ts";
import { courseOf, intervalFaults } from "../../system/harness/laws/delivery-laws.ts";
import { Desk } from "../../system/harness/people/desk.ts";
import { createRandom, seedOfRun } from "../../system/harness/random.ts";
import { channelPath, Installation } from "../../system/harness/service/installation.ts";
import { lateToleranceMs, nowMs, stallMs, untilMs } from "../../system/harness/time.ts";
import type { DeliveryWorld } from "../../system/harness/worlds/delivery-world.ts";
import { killAt, openDeliveryWorld, replyAt } from "../../system/harness/worlds/delivery-world.ts";

const refused = { status: 503 } as const;
const refusal = "http_status: The customer system answered HTTP 503.";
const silence = "timeout: The customer system did not answer within 3 s.";
const unknown =
  "interrupted: The service was restarted during the last attempt; whether the message arrived is unknown.";
/** An extra attempt would have arrived within this time. */
const watchMs = 3_500;

t.setTimeout(300_000);
t.teardown(() => t.comment(`the longest stall of this process was ${stallMs()} ms`));
t.jobs = 5;

/** For each reply, by its text: how many requests were seen, and how the delivery ended. */
type Expected = Readonly<Record<string, readonly [requests: number, end: string]>>;

async function check(t: Test, world: DeliveryWorld, rule: string, expected: Expected): Promise<void> {
  await t.test(rule, async (t) => {
    for (const [text, [requests, end]] of Object.entries(expected)) {
      t.strictSame(await courseOf(world, text), { requests, end, faults: [] }, text);
    }
  });
}

async function checkNoMore(t: Test, { customerSystem, desk, chatIds }: DeliveryWorld): Promise<void> {
  const count = customerSystem.requests.length;
  await untilMs(nowMs() + watchMs);
  t.equal(customerSystem.requests.length, count, "no attempt is made after the end");
  for (const [text, chatId] of chatIds) {
    const { message } = await desk.untilEnded(chatId, text);
    t.strictSame((await desk.api.messages(chatId)).at(-1), message, `${text}: stored as it was shown`);
  }
}

t.test("the times of attempts without a kill", { buffered: true }, async (t) => {
  const world = await openDeliveryWorld(t, {
    refused: [refused],
    silent: ["hang"],
    "breaks off": ["close"],
    "names an error": [refused, "hang", { status: 200, body: '{"error":{"code":17,"message":"No such client"}}' }],
    "recovers at once": [refused, "ok"],
    "recovers late": ["hang", refused, "ok"],
  });
  await replyAt(world, nowMs(), Object.keys(world.scripts));
  await check(t, world, "[DEL-01, DEL-02, DEL-03, DEL-04] three attempts at 0, 3 and 6 s, then the error", {
    refused: [3, refusal],
    silent: [3, silence],
    "breaks off": [3, "connection: The customer system closed the connection before it had answered."],
    "names an error": [3, "17: No such client"],
    "recovers at once": [2, "delivered"],
    "recovers late": [3, "delivered"],
  });
  await checkNoMore(t, world);
});

t.test("a kill while deliveries are in every phase", { buffered: true }, async (t) => {
  const world = await openDeliveryWorld(t, {
    "after the third": [refused],
    "during the third": [refused, refused, "hang"],
    "between 2 and 3": [refused],
    "between 2 and 3, recovers": [refused, refused, "ok"],
    "during the second": [refused, "hang", refused],
    "between 1 and 2": [refused],
    "between 1 and 2, recovers": [refused, "ok"],
    "during the first": ["hang", refused, "hang"],
    "during the first, recovers": ["hang", "ok"],
  });
  const textsWith = (start: string) => Object.keys(world.scripts).filter((text) => text.startsWith(start));
  const startMs = nowMs();
  await replyAt(world, startMs, [...textsWith("after"), ...textsWith("during the third")]);
  await replyAt(world, startMs + 3_000, [...textsWith("between 2"), ...textsWith("during the second")]);
  await replyAt(world, startMs + 6_000, [...textsWith("between 1"), ...textsWith("during the first")]);
  await killAt(world, startMs + 7_000);
  await check(t, world, "[DEL-22] the series goes on where it stood", {
    "after the third": [3, refusal],
    "between 2 and 3": [3, refusal],
    "between 2 and 3, recovers": [3, "delivered"],
    "between 1 and 2": [3, refusal],
    "between 1 and 2, recovers": [2, "delivered"],
  });
  await check(t, world, "[DEL-23] an attempt in flight counts as made", {
    "during the first": [3, silence],
    "during the first, recovers": [2, "delivered"],
    "during the second": [3, refusal],
  });
  await check(t, world, "[DEL-25] the third in flight: the error right after the restart, the outcome unknown", {
    "during the third": [3, unknown],
  });
  await checkNoMore(t, world);
});

t.test("a process that is down for longer than the clock", { buffered: true }, async (t) => {
  const world = await openDeliveryWorld(t, {
    "between 2 and 3": [refused],
    "between 2 and 3, recovers": [refused, refused, "ok"],
    "between 1 and 2": [refused],
    "during the first": ["hang", refused, "hang"],
    "during the first, recovers": ["hang", refused, "ok"],
  });
  const textsWith = (start: string) => Object.keys(world.scripts).filter((text) => text.startsWith(start));
  const startMs = nowMs();
  await replyAt(world, startMs, textsWith("between 2"));
  await replyAt(world, startMs + 3_000, [...textsWith("between 1"), ...textsWith("during")]);
  await killAt(world, startMs + 4_000, 9_000);
  await check(t, world, "[DEL-24] the overdue attempt at once, a further one at least 3 s after it", {
    "between 2 and 3": [3, refusal],
    "between 2 and 3, recovers": [3, "delivered"],
    "between 1 and 2": [3, refusal],
    "during the first": [3, silence],
    "during the first, recovers": [3, "delivered"],
  });
  await checkNoMore(t, world);
});

t.test("[DEL-18, DEL-22, DEL-23] kills at random moments", { buffered: true }, async (t) => {
  const seed = seedOfRun();
  const random = createRandom(seed);
  const pick = (): Answer => (["hang", "close", refused, "ok"] as const)[Math.floor(random() * 4)] ?? "ok";
  const scripts: Record<string, Answer[]> = {};
  for (let number = 1; number <= 12; number += 1) scripts[`reply ${number}`] = [pick(), pick(), pick()];
  const world = await openDeliveryWorld(t, scripts);
  const { customerSystem, desk, chatIds } = world;
  for (const [text, chatId] of chatIds) {
    await desk.api.reply(chatId, text);
    await desk.api.reply(chatId, `${text}, more`);
  }
  for (let kill = 0; kill < 6; kill += 1) await killAt(world, nowMs() + random() * 1_200);
  for (const [text, chatId] of chatIds) {
    const about = `${text} (${JSON.stringify(scripts[text])}), seed ${seed}`;
    const { message } = await desk.untilEnded(chatId, text);
    const requests = customerSystem.requestsOf(text);
    const answers = requests.map((_, index) => scripts[text]?.[index]);
    t.strictSame(intervalFaults(requests), [], `at most three attempts, 3 s apart: ${about}`);
    t.ok(message.delivery?.state === "delivered" ? answers.includes("ok") : message.delivery?.attempts === 3, about);
    await desk.untilEnded(chatId, `${text}, more`);
    const [next] = customerSystem.requestsOf(`${text}, more`);
    t.ok(
      requests.every(({ atMs }) => atMs < (next?.atMs ?? 0)),
      `the next one waits for its end: ${about}`,
    );
  }
});

t.test("[CH-13] the status is 0 within 15 s after the agent's machine vanished", { buffered: true }, async (t) => {
  const installation = await Installation.create(t, "http://127.0.0.1:9/nobody");
  await installation.start();
  const status = async (): Promise<string> => (await fetch(`${installation.url}${channelPath}/status`)).text();
  const desk = await Desk.open(t, installation);
  t.equal(await status(), "1", "the agent is there");
  const startMs = nowMs();
  desk.freeze();
  while ((await status()) === "1" && nowMs() - startMs < 20_000) await untilMs(nowMs() + 50);
  t.equal(await status(), "0");
  t.ok(nowMs() - startMs < 15_000 + lateToleranceMs(), `after ${nowMs() - startMs} ms`);
});
