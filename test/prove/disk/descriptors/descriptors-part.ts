import type { Socket } from "node:net";
import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { Ending } from "../../../harness/temporary-folder.ts";
import { post, Sender } from "../../../system/harness/people/customers.ts";
import { openFilesOf } from "../../../system/harness/people/raw-clients.ts";
import { Installation } from "../../../system/harness/service/installation.ts";
import { withEndings } from "../../endings.ts";
import type { Round } from "../../laws.ts";
import { judge, toRows } from "../../laws.ts";
import type { ProofPart, ProofRow, ProofRun } from "../../proof-part.ts";
import { storedTexts } from "../../stored-chats.ts";
import type { DescriptorsHistory } from "./descriptors-laws.ts";
import { descriptorsLaws } from "./descriptors-laws.ts";

const descriptorsMax = 96;
/** More connections than the process has descriptors, and fewer than the system's queue for waiting connections. */
const idleCount = 200;
const sendersCount = 4;
const usedUpMs = 2_500;
const patienceMs = 20_000;
const roundsOf = { short: 1, long: 50 };

/** Opens idle connections until they use every descriptor, then closes them. */
async function useUp(t: Ending): Promise<DescriptorsHistory> {
  const installation = await Installation.create(t, "http://127.0.0.1:9/nobody");
  const wrapper = ["sh", "-c", `ulimit -n ${descriptorsMax}; exec "$0" "$@"`];
  const life = await installation.start({ wrapper });
  const senders = Array.from({ length: sendersCount }, (_, at) => new Sender(installation, `sender-${at}`));
  const sending = senders.map((sender) => sender.run());
  await Promise.all(senders.map(({ facts, answered }) => facts.until("an answer", () => answered[0])));
  const idle = Array.from({ length: idleCount }, (): Socket => {
    const socket = connect(installation.port, "127.0.0.1");
    return socket.on("error", () => socket.destroy());
  });
  t.teardown(() => idle.forEach((socket) => void socket.destroy()));
  let openMax = 0;
  for (const endsAtMs = Date.now() + usedUpMs; Date.now() < endsAtMs && life.end === null; await pause(50))
    openMax = Math.max(openMax, openFilesOf(life.pid));
  for (const socket of idle) socket.destroy();
  const goesOnAfterMs = life.end === null ? await untilAnswered(installation.url) : null;
  for (const sender of senders) sender.stop();
  // A process that has ended sends no more responses.
  if (life.end === null) await Promise.all(sending);
  const ended = life.end === null ? null : `${JSON.stringify(life.end)} ${life.stderr.split("\n").at(-2) ?? ""}`;
  await installation.kill();
  await installation.start();
  const stored = await storedTexts(installation);
  return {
    ...{ descriptorsMax, openMax, ended, goesOnAfterMs },
    written: senders.map(({ id: who, sent, answered }) => ({ who, sent, answered, stored: stored.get(who) ?? [] })),
    refused: senders.flatMap(({ refused }) => refused.map(({ status, body }) => `${status} ${body}`)),
  };
}

async function untilAnswered(url: string): Promise<number | null> {
  const startedAtMs = Date.now();
  while (Date.now() - startedAtMs < patienceMs) {
    const answer = await post(url, "patient", "Is somebody there?").catch(() => null);
    if (answer?.status === 200) return Date.now() - startedAtMs;
    await pause(50);
  }
  return null;
}

/** Idle connections use all file descriptors that the process may open. */
export const descriptorsPart: ProofPart = {
  name: "descriptors",
  summary: "all descriptors taken by idle connections while customers write",
  async run({ size, seed, progress, signal }: ProofRun): Promise<readonly ProofRow[]> {
    const replay = `npm run prove -- --only descriptors ${size === "long" ? "--long " : ""}--seed ${seed}`;
    const rounds: Round[] = [];
    for (let number = 1; number <= roundsOf[size]; number += 1) {
      const history = await withEndings(signal, useUp);
      rounds.push({ count: 1, verdicts: judge(descriptorsLaws, history, progress), replay });
      progress(`${number} of ${roundsOf[size]}: ${history.openMax} of ${descriptorsMax} descriptors were open`);
    }
    return toRows(rounds, { tried: "all descriptors taken, and given back", unit: "times", replay });
  },
};
