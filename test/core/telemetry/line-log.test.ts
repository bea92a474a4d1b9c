import fc from "fast-check";
import { pino } from "pino";
import t from "tap";
import type { Logger } from "../../../src/core/telemetry/log.ts";
import { createLineLog, quoted, withoutRedaction } from "../../../src/core/telemetry/log.ts";

/** A logger at one moment, and the entries it wrote. */
function createWritten(bindings: object | null): { readonly logger: Logger; readonly lines: string[] } {
  const lines: string[] = [];
  const options = {
    level: "debug",
    base: bindings,
    redact: ["token"],
    timestamp: () => ',"time":"2024-05-01T10:00:00.000Z"',
  };
  return { logger: pino(options, { write: (line: string) => void lines.push(line) }), lines };
}

/** The entries for a name, by pino and by hand. */
function bothWays(level: "info" | "warn", bindings: object | null, name: string): readonly string[] {
  const { logger, lines } = createWritten(bindings);
  const plain = withoutRedaction(logger);
  plain[level]({ name, status: 200 }, "said");
  createLineLog(plain, "said").write(level, `,"name":${quoted(name)},"status":200`);
  return lines;
}

t.test("an entry built by hand equals the logger's own, byte for byte", async (t) => {
  for (const bindings of [null, { pid: 7, hostname: 'a "host"' }, {}]) {
    for (const level of ["info", "warn"] as const) {
      const [written, byHand] = bothWays(level, bindings, "agent/7");
      t.equal(byHand, written);
    }
  }
});

t.test("a name with any characters ends where it should", async (t) => {
  const hostile = [
    '"',
    "\\",
    '\\"',
    '","level":60,"x":"',
    "a\nb",
    "\u0000",
    "\u001b[31m",
    "\u007f",
    "\u2028",
    "é",
    "😀",
    "x".repeat(200),
  ];
  for (const name of [...hostile, hostile.join("")]) {
    const [written, byHand] = bothWays("info", null, name);
    t.equal(byHand, written);
    t.same(JSON.parse(byHand ?? "").name, name);
  }
});

t.test("any text is escaped as pino does", async (t) => {
  const text = fc.string({ unit: "binary", maxLength: 200 });
  const isAlike = fc.property(
    fc.oneof(text, fc.string({ unit: fc.constantFrom('"', "\\", "\n", "a", "\u001f", " ") })),
    (name) => {
      const [written, byHand] = bothWays("info", null, name);
      return written === byHand;
    },
  );
  t.doesNotThrow(() => fc.assert(isAlike));
});

t.test("an unpaired surrogate does not make an entry unreadable", async (t) => {
  for (const name of ["\ud83d", '"\ud83d', "\ude00\n"]) t.equal(typeof JSON.parse(quoted(name)), "string");
});

t.test("a disabled level is known before the entry is built", async (t) => {
  const lineLog = createLineLog(pino({ level: "warn" }, { write: () => undefined }), "said");
  t.equal(lineLog.isLevelEnabled("info"), false);
  t.equal(lineLog.isLevelEnabled("warn"), true);
});

t.test("a logger that is not of this pino is refused at once, not at the first entry", async (t) => {
  const stranger: Logger = Object.create(null);
  t.throws(() => createLineLog(stranger, "said"), {
    message: "Expected a logger of this pino, got one without its parts",
  });
});
