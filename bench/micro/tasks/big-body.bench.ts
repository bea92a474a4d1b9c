// The size from which the worker should parse a customer's body. It compares the main thread's CPU time for parsing the body with
// the time for passing it to the worker and taking the result. Linux only: other systems do not report the time of a thread.
// Run: node bench/micro/tasks/big-body.bench.ts

import { parseCustomerMessage } from "../../../src/codec/a-customer/customer-message.ts";
import { defaultLimits } from "../../../src/config/limits.ts";
import { backgroundClock } from "../../../src/core/clock.ts";
import { createCustomerBodyParser } from "../../../src/tasks/worker-body-parser.ts";
import { measureCalls } from "./thread-time.ts";

const kib = 1024;
const sizes = [1, 2, 4, 8, 16, 32, 64, 128, 256].map((size) => size * kib);
const bytesPerRound = 4 * 1024 * kib;
const callsMin = 60;
const callsMax = 1_500;

const bodyOf = (message: object, id: unknown = "cust-7781"): string =>
  JSON.stringify({ sender: { id }, message: { type: "text", text: "hi", ...message } });
const repeat = (part: string, bytes: number): string => part.repeat(Math.ceil(bytes / Buffer.byteLength(part)));
const listOf = (bytes: number, bytesEach: number, item: (at: number) => unknown): unknown[] =>
  Array.from({ length: Math.floor(bytes / bytesEach) }, (_, at) => item(at));

/** Bodies of about this many bytes: one with as little structure as possible, one with as much as possible. */
const shapes: Readonly<Record<string, (bytes: number) => string>> = {
  "one long text": (bytes) => bodyOf({ text: repeat("Where is my parcel? ", bytes) }),
  "text beyond Latin": (bytes) => bodyOf({ text: repeat("Где моя посылка? 📦 ", bytes) }),
  "escaped text": (bytes) => bodyOf({ text: repeat('"\n', bytes / 2) }),
  "unknown keys": (bytes) => bodyOf({ other: Object.fromEntries(listOf(bytes, 22, (at) => [`key ${at}`, at]) as []) }),
  "small objects": (bytes) => bodyOf({ other: listOf(bytes, 18, (at) => ({ a: at, b: null })) }),
  "huge integer id": (bytes) => bodyOf({ text: repeat("x", bytes) }).replace('"cust-7781"', "90071992547409931234"),
};

const parser = createCustomerBodyParser(backgroundClock, defaultLimits);
console.log("shape               KiB   inline us   handed over us   inline / handed over");
for (const [name, shape] of Object.entries(shapes)) {
  let crossover: number | null = null;
  for (const size of sizes) {
    const body = Buffer.from(shape(size));
    const calls = Math.min(callsMax, Math.max(callsMin, Math.floor(bytesPerRound / size)));
    // Each call has its own bytes, like each request, because a transferred body cannot be used again.
    const bodies = () => Array.from({ length: calls }, () => new Uint8Array(body));
    const inline = await measureCalls(bodies, (bytes) => parseCustomerMessage(bytes, defaultLimits));
    const handedOver = await measureCalls(bodies, (bytes) => parser.parse(bytes, false));
    if (inline < handedOver) crossover = null;
    else crossover ??= size;
    const columns = [size / kib, inline.toFixed(0), handedOver.toFixed(0), (inline / handedOver).toFixed(2)];
    console.log(
      name.padEnd(18),
      columns.map((value, at) => String(value).padStart([5, 11, 16, 22][at] ?? 0)).join(" "),
    );
  }
  console.log(`${name}: handed over from ${crossover === null ? "no size" : `${crossover / kib} KiB`} on\n`);
}
await parser.close();
