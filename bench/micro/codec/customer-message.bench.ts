import { readFileSync } from "node:fs";
import { parseCustomerMessage } from "../../../src/codec/a-customer/customer-message.ts";
import { defaultLimits } from "../../../src/config/limits.ts";

const roundsMax = 9;
const callsPerRound = 100_000;

const fixture = (name: string): Buffer =>
  Buffer.from(
    JSON.stringify(
      JSON.parse(readFileSync(new URL(`../../../test/fixtures/codec/${name}.json`, import.meta.url), "utf8")),
    ),
  );

/** Returns nanoseconds per call: the median of the rounds, after a warm-up round. */
function measure(call: () => unknown): number {
  const rounds: number[] = [];
  let sink = 0;
  for (let round = 0; round <= roundsMax; round += 1) {
    const startedAt = process.hrtime.bigint();
    for (let index = 0; index < callsPerRound; index += 1) if (call() !== undefined) sink += 1;
    if (round > 0) rounds.push(Number(process.hrtime.bigint() - startedAt) / callsPerRound);
  }
  if (sink !== (roundsMax + 1) * callsPerRound) throw new Error("A call gave nothing");
  return rounds.sort((one, other) => one - other)[Math.floor(roundsMax / 2)] ?? 0;
}

console.log("message               bytes  JSON.parse ns  parseCustomerMessage ns  ratio");
for (const name of ["a1-text", "a1-text-full", "a1-text-integer-id", "a1-typein", "a1-photo"]) {
  const body = fixture(name);
  const plain = measure(() => JSON.parse(body.toString()));
  const whole = measure(() => parseCustomerMessage(body, defaultLimits));
  const columns = [body.length, Math.round(plain), Math.round(whole), (whole / plain).toFixed(2)];
  console.log(name.padEnd(20), columns.map((value, at) => String(value).padStart([6, 14, 24, 6][at] ?? 0)).join(" "));
}
