import type { Law } from "../laws.ts";
import { disorder, missing, strange } from "../written.ts";
import type { DiskHistory } from "./disk-history.ts";

const countOf = ({ written }: DiskHistory): number => written.reduce((sum, { answered }) => sum + answered.length, 0);

const named =
  (faults: (history: DiskHistory) => readonly string[]) =>
  (history: DiskHistory): readonly string[] =>
    faults(history).map((fault) => `disk ${history.disk}: ${fault}`);

/** Texts that were refused and are stored. A customer that sends such a text again has it twice. Source: ERR-12. */
const halfRefused = ({ refusesWhole, refused, written }: DiskHistory): readonly string[] => {
  if (!refusesWhole) return [];
  const stored = new Set(written.flatMap((one) => one.stored));
  return refused
    .filter(({ text }) => stored.has(text))
    .map(({ text }) => `"${text.slice(0, 40)}" was refused and is stored`);
};

/** Laws for every disk that keeps the data that it reported as synced. */
export const diskLaws: readonly Law<DiskHistory>[] = [
  {
    promise: "durability",
    about: "messages answered 200",
    faults: named(({ written }) => written.flatMap(missing)),
    seen: countOf,
  },
  {
    promise: "order",
    about: "messages, each whole, once and in its place",
    faults: named(({ written }) => [...written.flatMap(disorder), ...written.flatMap(strange)]),
    seen: countOf,
  },
  {
    promise: "named error",
    about: "faults of the disk, each answered by an error that says so",
    faults: named((history) => [
      ...history.refused.filter(({ status }) => status !== 503).map(({ status, body }) => `answered ${status} ${body}`),
      ...halfRefused(history),
      ...history.silentEnds,
    ]),
    seen: ({ faults }) => faults,
  },
];
