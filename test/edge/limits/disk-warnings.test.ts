import t from "tap";
import { createDiskFloors, watchDisk } from "../../../src/edge/limits/disk-floors.ts";
import { Refusals } from "../../../src/edge/limits/refusals.ts";
import { createManualClock } from "../manual-clock.ts";

const hourMs = 60 * 60_000;
const limits = {
  filesFreeBytesMin: 1_000,
  chatsFreeBytesMin: 200,
  messagesFreeBytesMin: 50,
  diskWarnPercent: 200,
};
const full = "the disk is nearly full:";
const filling = "the disk gets full:";
const files = [`${filling} files will be refused`, `${full} files are refused`] as const;
const chats = [
  `${filling} new chats and new visitors will be refused`,
  `${full} new chats and new visitors are refused`,
] as const;

function createWatch(freeBytes: number, totalBytes = 1_000_000) {
  const clock = createManualClock();
  const disk = { latest: { freeBytes, totalBytes } as { freeBytes: number; totalBytes: number } | null };
  const lines: string[] = [];
  const keep = (level: string) => (facts: object, message?: string) =>
    void lines.push(`${level} ${Object(facts).limit} ${message}`);
  const floors = createDiskFloors({ disk, limits, refusals: new Refusals() });
  const warnings = watchDisk({ floors, clock, log: { warn: keep("warn"), info: keep("info") } });
  return {
    ...{ clock, warnings },
    /** Returns the new log entries after the next check with this free space. */
    see(bytes: number | null, ms = 2_000): readonly string[] {
      disk.latest = bytes === null ? null : { freeBytes: bytes, totalBytes };
      lines.length = 0;
      clock.advance(ms);
      return [...lines];
    },
    atStart: [...lines],
  };
}

t.test("a disk that fills up is logged before and below each floor, once for each crossing", async (t) => {
  const { see, warnings, atStart } = createWatch(10_000);
  t.strictSame(atStart, []);
  const course: readonly (readonly [number, readonly string[]])[] = [
    [2_000, []],
    [1_999, [`warn filesFreeBytesMin ${files[0]}`]],
    [1_500, []],
    // Small changes of less than a tenth in both directions.
    [2_050, []],
    [1_999, []],
    [1_000, []],
    [999, [`warn filesFreeBytesMin ${files[1]}`]],
    [1_050, []],
    [999, []],
    [1_100, [`warn filesFreeBytesMin ${files[0]}`]],
    [399, [`warn filesFreeBytesMin ${files[1]}`, `warn chatsFreeBytesMin ${chats[0]}`]],
    [199, [`warn chatsFreeBytesMin ${chats[1]}`]],
    [49, [`warn messagesFreeBytesMin ${full} requests of customers and visitors are refused`]],
    [
      10_000,
      [
        "info filesFreeBytesMin the disk has room again",
        "info chatsFreeBytesMin the disk has room again",
        "info messagesFreeBytesMin the disk has room again",
      ],
    ],
    [10_000, []],
  ];
  for (const [bytes, lines] of course) t.strictSame(see(bytes), lines, `${bytes}`);
  see(150);
  t.strictSame(warnings.list(), [
    { limit: "filesFreeBytesMin", freeBytes: 150, floorBytes: 1_000, isRefusing: true },
    { limit: "chatsFreeBytesMin", freeBytes: 150, floorBytes: 200, isRefusing: true },
  ]);
  t.strictSame(see(null), [], "unknown free space is not reported");
  t.strictSame(warnings.list(), []);
});

t.test("listeners are notified of refused and next floors, once for each change", async (t) => {
  const { see, warnings } = createWatch(10_000);
  let changes = 0;
  warnings.onChange(() => {
    changes += 1;
  });
  t.equal(warnings.shortage(), null);
  const [chatsNext, messagesNext] = [
    { limit: "chatsFreeBytesMin", belowBytes: 200 },
    { limit: "messagesFreeBytesMin", belowBytes: 50 },
  ];
  const course: readonly (readonly [bytes: number | null, shortage: object | null, changes: number])[] = [
    [5_000, null, 0],
    [1_999, { refused: [], next: { limit: "filesFreeBytesMin", belowBytes: 1_000 } }, 1],
    [1_500, { refused: [], next: { limit: "filesFreeBytesMin", belowBytes: 1_000 } }, 1],
    [999, { refused: ["filesFreeBytesMin"], next: chatsNext }, 2],
    // Small changes of less than a tenth in both directions.
    [1_050, { refused: ["filesFreeBytesMin"], next: chatsNext }, 2],
    [199, { refused: ["filesFreeBytesMin", "chatsFreeBytesMin"], next: messagesNext }, 3],
    [49, { refused: ["filesFreeBytesMin", "chatsFreeBytesMin", "messagesFreeBytesMin"], next: null }, 4],
    [null, null, 5],
    [49, { refused: ["filesFreeBytesMin", "chatsFreeBytesMin", "messagesFreeBytesMin"], next: null }, 6],
    [10_000, null, 7],
  ];
  for (const [bytes, shortage, told] of course) {
    see(bytes);
    t.strictSame([warnings.shortage(), changes], [shortage, told], `${bytes}`);
  }
});

t.test("a lasting shortage is logged again every hour; after the end the disk is not checked", async (t) => {
  const { see, warnings, atStart } = createWatch(1_500);
  t.strictSame(atStart, [`warn filesFreeBytesMin ${files[0]}`], "a start on such a disk reports it at once");
  t.strictSame(see(1_500, hourMs - 2_000), []);
  t.strictSame(see(1_500), [`warn filesFreeBytesMin ${files[0]}`]);
  t.strictSame(see(1_500), []);
  warnings.stop();
  t.strictSame(see(10, hourMs), []);
});

t.test("a small disk has smaller floors, and the warning begins at twice these floors", async (t) => {
  const { see } = createWatch(1_000, 1_000);
  t.strictSame(see(201), []);
  t.strictSame(see(199), [`warn filesFreeBytesMin ${files[0]}`]);
  t.strictSame(see(99), [`warn filesFreeBytesMin ${files[1]}`]);
});
