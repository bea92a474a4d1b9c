import { resourcesOf } from "../../../../bench/load/service/resources.ts";
import { openFilesMax } from "../../../system/harness/people/raw-clients.ts";
import { nowMs, untilMs } from "../../../system/harness/time.ts";
import type { ProofPart, ProofRow, ProofRun } from "../../proof-part.ts";
import { standBy } from "./bystander.ts";
import { IdleVisitor } from "./idle-visitor.ts";
import { startReal } from "./real-service.ts";

const wantedOf = { short: 1_000, long: 20_000 };
/** How long the connections stay open. In `long` each gets a ping meanwhile. */
const stayMsOf = { short: 1_000, long: 90_000 };
/** Open files that each process needs besides its connections. */
const otherFiles = 400;
const opensAtOnce = 100;
/** The connections of one client address; fewer than it has ports. */
const perAddress = 1_000;

/** Opens connections that request nothing, each from its own port of one of many addresses of this machine. */
async function openIdle(port: number, count: number, progress: ProofRun["progress"]): Promise<readonly IdleVisitor[]> {
  const visitors: IdleVisitor[] = [];
  while (visitors.length < count) {
    const some = Math.min(opensAtOnce, count - visitors.length);
    const first = visitors.length;
    const opening = Array.from({ length: some }, (_, index) =>
      IdleVisitor.open(port, `127.0.1.${1 + Math.floor((first + index) / perAddress)}`),
    );
    visitors.push(...(await Promise.all(opening)));
    if (visitors.length % 5_000 === 0) progress(`idle: ${visitors.length} connections stand`);
  }
  return visitors;
}

async function runIdle({ size, progress }: ProofRun): Promise<readonly ProofRow[]> {
  const endings: (() => unknown)[] = [];
  const count = Math.min(wantedOf[size], openFilesMax() - otherFiles);
  if (count < wantedOf[size])
    progress(`idle: ulimit -n is ${openFilesMax()}: ${count} connections, not ${wantedOf[size]}`);
  try {
    const { installation, port, pid } = await startReal({ teardown: (end) => void endings.push(end) });
    const alone = standBy(installation.url);
    await untilMs(nowMs() + stayMsOf.short);
    const before = await alone.stop();
    const rssBefore = resourcesOf(pid).ownMib;
    const openedAtMs = nowMs();
    const visitors = await openIdle(port, count, progress);
    endings.push(() => visitors.map((visitor) => visitor.end()));
    const openedInMs = nowMs() - openedAtMs;
    const bystander = standBy(installation.url);
    await untilMs(nowMs() + stayMsOf[size]);
    const fared = await bystander.stop();
    const kibEach = ((resourcesOf(pid).ownMib - rssBefore) * 1024) / count;
    let silent = 0;
    for (let first = 0; first < visitors.length; first += opensAtOnce) {
      const asked = visitors.slice(first, first + opensAtOnce).map((visitor) => visitor.ask({ type: "beat", id: "b" }));
      silent += (await Promise.all(asked)).filter((isThere) => !isThere).length;
    }
    for (const surprise of fared.surprises) progress(`idle: ${surprise}`);
    const perSecond = Math.round((count * 1_000) / openedInMs);
    const figures = `${kibEach.toFixed(1)} KiB each; opened ${perSecond} in a second`;
    const bystanders = `bystander's p99 ${fared.p99Ms} ms, without them ${before.p99Ms} ms`;
    return [
      {
        promise: "nobody harms others",
        tried: "visitors' connections that say nothing, all at once; each was there afterwards and answered",
        count,
        unit: "connections",
        lost: silent + fared.surprises.length,
        replay: `npm run prove -- --only idle${size === "long" ? " --long" : ""}`,
        remark: `${figures}; ${bystanders}`,
      },
    ];
  } finally {
    for (const end of endings.reverse()) await end();
  }
}

export const idle: ProofPart = {
  name: "idle",
  summary: "Thousands of idle connections, a bystander beside them.",
  run: runIdle,
};
