import t from "tap";
import {
  ago,
  agoInSentence,
  exactTime,
  nameOfDay,
  timeInZone,
  timeOfDay,
} from "../../../../src/web/shared/parts/times.ts";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const nowMs = new Date(2026, 5, 17, 15, 30).getTime();

t.test("the age of an event is short in a row, and written out in a sentence", (t) => {
  const cases = [
    [minuteMs - 1, "now", "just now"],
    [minuteMs, "1 min", "1 min ago"],
    [dayMs - 1, "23 h", "23 h ago"],
  ] as const;
  for (const [passedMs, inRow, inSentence] of cases) {
    t.equal(ago(nowMs - passedMs, nowMs), inRow);
    t.equal(agoInSentence(nowMs - passedMs, nowMs), inSentence);
  }
  t.match(agoInSentence(nowMs - dayMs, nowMs), /^on .*16/, "after one day the date is shown");
  t.match(agoInSentence(nowMs - 300 * dayMs, nowMs), /^on .*2025/, "the year is added if the date is in another year");
  t.end();
});

t.test("days are named by the calendar, not by hours", (t) => {
  const midnightMs = new Date(2026, 5, 17).getTime();
  t.equal(nameOfDay(midnightMs, nowMs), "Today");
  t.equal(nameOfDay(midnightMs - 1, nowMs), "Yesterday");
  t.match(nameOfDay(midnightMs - dayMs - 1, nowMs), /15/, "two days ago is shown as a date");
  t.end();
});

t.test("times are written in the agent's own locale", (t) => {
  const nightMs = new Date(2026, 5, 17, 1, 40).getTime();
  const { locale, hour12 } = new Intl.DateTimeFormat(undefined, { timeStyle: "short" }).resolvedOptions();
  const own = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options).format(nightMs);
  t.equal(timeOfDay(nightMs), own({ timeStyle: "short" }));
  if (hour12 === true) t.match(timeOfDay(nightMs), /^1:40\s?AM$/i, "a 12-hour time has no leading zero");
  t.equal(exactTime(nightMs), own({ dateStyle: "full", timeStyle: "medium" }));
  t.match(timeInZone("Europe/London", Date.UTC(2026, 0, 17, 12)), /12:00/);
  t.end();
});
