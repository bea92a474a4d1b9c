import fc from "fast-check";
import t from "tap";
import type { InspectedStep } from "../../../src/codec/inspect/inspected.types.ts";
import type { PlacedRow, SequenceLayout } from "../../../src/web/inspector/sequence/sequence-layout.ts";
import { bandsBetween, layOut, sizes, textWidth } from "../../../src/web/inspector/sequence/sequence-layout.ts";
import { toSequence } from "../../../src/web/inspector/sequence/sequence-model.ts";
import { gapWords, laterWords } from "../../../src/web/inspector/sequence/sequence-words.ts";
import { actorOf, chatOf, deliveryId, failingChat, stepOf, utcTimes } from "./sequence-chat.ts";

const layOutChat = (steps: readonly InspectedStep[]): SequenceLayout =>
  layOut(toSequence(chatOf([actorOf("chat/17", "waiting")], steps), { isUnfolded: true }), utcTimes);

const rowsOf = ({ bands }: SequenceLayout): readonly PlacedRow[] => bands.flatMap(({ rows }) => rows);

t.test("elapsed time has a text from one second on", (t) => {
  const cases = [
    [999, null],
    [1_000, "1 s later"],
    [59_400, "59 s later"],
    [59_600, "1 min later"],
    [120_000, "2 min later"],
    [3_600_000, "1 h later"],
    [86_300_000, "1 day later"],
    [86_400_000, "1 day later"],
    [3 * 86_400_000, "3 days later"],
    [-5_000, null],
  ] as const;
  for (const [passedMs, words] of cases) t.equal(laterWords(passedMs), words, `${passedMs} ms`);
  const midnightMs = Date.UTC(2026, 5, 18);
  t.equal(gapWords(null, midnightMs, utcTimes), "2026-06-18", "the first step shows its day");
  t.equal(gapWords(midnightMs - 1, midnightMs, utcTimes), "2026-06-18");
  t.equal(gapWords(midnightMs - 2_000, midnightMs, utcTimes), "2 s later, 2026-06-18");
  t.equal(gapWords(midnightMs, midnightMs + 2_000, utcTimes), "2 s later");
  t.equal(gapWords(midnightMs, midnightMs + 20, utcTimes), null);
  t.end();
});

t.test(
  "a failing delivery is drawn with a time per commit, gaps between commits, and arrows between life lines",
  (t) => {
    const layout = layOut(toSequence(failingChat(), { isUnfolded: false }), utcTimes);
    t.strictSame(
      layout.bands.map(({ gap }) => gap?.words ?? null),
      ["2026-06-17", "5 s later", "4 s later", null, "3 s later", null, "3 s later", null],
    );
    t.strictSame(
      rowsOf(layout).map(({ time }) => time),
      ["14:00:00", "14:00:05", "14:00:09", null, "14:00:09", "14:00:12", "14:00:12", "14:00:15", "14:00:15", null],
      "steps that were committed together have one time",
    );
    const [client = 0, agents = 0, chat = 0, delivery = 0] = layout.columns.map(({ x }) => x);
    t.ok(client < agents && agents < chat && chat < delivery);
    const ends = rowsOf(layout).flatMap(({ arrows }) => arrows.map(({ fromX, toX }) => [fromX, toX]));
    t.strictSame(ends.slice(0, 7), [
      [client, chat],
      [agents, chat],
      [agents, chat],
      [chat, delivery],
      [delivery, client],
      [client, delivery],
      [delivery, delivery],
    ]);
    t.match(rowsOf(layout)[8]?.badge, { x: delivery, badge: { text: "failed", isFailed: true } });
    t.end();
  },
);

const anySteps: fc.Arbitrary<readonly InspectedStep[]> = fc
  .array(
    fc.record({
      actor: fc.nat({ max: 9 }),
      passedMs: fc.constantFrom(0, 0, 1, 1_500, 90_000),
      isSent: fc.boolean(),
      isMoved: fc.boolean(),
    }),
    { minLength: 1 },
  )
  .map((all) => {
    let atMs = 0;
    return all.map(({ actor, passedMs, isSent, isMoved }) => {
      atMs += passedMs;
      return stepOf(actor === 0 ? "chat/17" : deliveryId(actor), "delivery.queued", atMs, {
        effects: isSent ? [{ type: "effect.attempt.start", attempt: 1 }] : [],
        after: isMoved ? "attempting" : "waiting",
      });
    });
  });

t.test("rows do not overlap, all parts of a row are inside the row, and all rows are inside the drawing", (t) => {
  const check = fc.property(anySteps, (steps) => {
    const layout = layOutChat(steps);
    const rows = rowsOf(layout);
    if (rows.length !== steps.length) throw new Error(`Expected ${steps.length} rows, got ${rows.length}`);
    let bottom: number = sizes.head;
    for (const { top, bottom: end, arrows, badge } of rows) {
      if (top < bottom || end <= top) throw new Error(`A row from ${top} to ${end} follows one that ends at ${bottom}`);
      const heights = [...arrows.map(({ y }) => y), ...(badge === null ? [] : [badge.y, badge.y + 18])];
      if (heights.some((y) => y < top || y > end)) throw new Error(`${heights} not between ${top} and ${end}`);
      if (new Set(arrows.map(({ y }) => y)).size !== arrows.length) throw new Error("Two arrows at one height");
      if (arrows.some(({ fromX, toX }) => Math.max(fromX, toX) > layout.width)) throw new Error("An arrow outside");
      bottom = end;
    }
    if (bottom > layout.height) throw new Error(`${bottom} is below ${layout.height}`);
    for (const { top, bottom: end, rows: own } of layout.bands)
      if (own.some((row) => row.top < top || row.bottom > end)) throw new Error("A row outside its band");
  });
  t.doesNotThrow(() => fc.assert(check, { numRuns: 300 }));
  t.end();
});

t.test("of 2,000 steps only the visible ones are returned, and no visible step is missed", (t) => {
  const steps = Array.from({ length: 2_000 }, (_, index) => stepOf("chat/17", "message.received", index * 1_500));
  const layout = layOutChat(steps);
  t.equal(rowsOf(layout).length, 2_000);
  const seen = new Set<string>();
  const windowPx = 900;
  for (let top = 0; top < layout.height; top += windowPx) {
    const rows = bandsBetween(layout.bands, top, top + windowPx).flatMap((band) => band.rows);
    t.ok(rows.length <= 40, "at most 40 rows are returned");
    for (const { row } of rows) seen.add(row.key);
  }
  t.equal(seen.size, 2_000);
  t.strictSame(bandsBetween(layout.bands, layout.height + 1, layout.height + 900), []);
  t.strictSame(bandsBetween([], 0, 900), []);
  t.end();
});

t.test("a label is in the middle of its arrow if it fits there, else it begins at the arrow's left end", (t) => {
  const eventOf = (type: string) => stepOf(deliveryId(1), type, 0, { from: "chat/17" });
  const layout = layOutChat([eventOf("short"), eventOf("a.name-that-is-far-too-long-for-one-column")]);
  const [first, second] = rowsOf(layout).map(({ arrows }) => arrows[0]);
  t.match(first, { anchor: "middle" });
  t.match(second, { anchor: "start" });
  t.ok((second?.labelX ?? 0) < (first?.labelX ?? 0));
  t.ok(textWidth("mmmm") > textWidth("m"));
  t.end();
});
