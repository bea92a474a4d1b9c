import t from "tap";
import { benchFigures } from "./run-bench.ts";

t.setTimeout(500_000);

t.test("webhooks replays stored events, and every event arrives once", async (t) => {
  const sizes = ["--seconds", "1", "--rounds", "1", "--chats", "400", "--no-peers"];
  const { stdout, stderr, figures } = await benchFigures("--only", "webhooks", ...sizes);
  t.match(stdout, /^webhooks: 1200 stored events, replayed, signed, delivered and their outcome stored$/m);
  t.match(stdout, /^ {2}parley: delivered\/s +>= 5000 +\d+ +(ok|MISS)$/m);
  t.match(stdout, /^ {2}parley: share of the Pool +>= 0\.25 +\d\.\d+ +(ok|MISS)$/m);
  t.match(stdout, /^ {2}against BullMQ \+ Redis +none +not measured: --no-peers was given$/m);
  t.match(stderr, /^webhooks {2}BullMQ \+ Redis is not measured: --no-peers was given$/m);
  t.match(stdout, /^ {2}events: ok, every event arrived once, each signature that was looked at is right$/m);

  const [pool, replayed] = figures.results.webhooks.contestants;
  t.match(pool, { name: "undici Pool", rounds: [{ requests: Number, perSecond: Number }] });
  t.match(replayed, {
    name: "parley",
    rounds: [{ perSecond: Number, cpuUsPerRequest: Number, ownMib: Number, rssMib: Number }],
  });
  const { requests } = replayed.rounds[0];
  t.ok(requests > 600 && requests < 1_200, `${requests} events were measured, the others warmed up`);
});
