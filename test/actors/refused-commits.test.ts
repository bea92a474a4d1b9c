import t from "tap";
import { createDefects } from "../../src/actors/defects.ts";
import { defaultLimits } from "../../src/config/limits.ts";
import { logTo } from "../harness/test-log.ts";

t.test("repeated refusals of commits are logged once in 10 s, with their turns", (t) => {
  let nowMs = 10_000;
  const sent: unknown[] = [];
  const line = (facts: object): void => void sent.push({ ...facts });
  const log = logTo(line);
  const defects = createDefects({ log, limits: { ...defaultLimits, defectsInARowMax: 3 }, nowMs: () => nowMs });
  const error = new Error("the disk is full");
  defects.commitFailed(error, 1);
  defects.commitFailed(error, 20);
  nowMs += 9_999;
  defects.commitFailed(error, 300);
  t.strictSame(sent, [{ err: error, turns: 1 }], "the first one at once");
  nowMs += 1;
  defects.commitFailed(error, 4_000);
  t.strictSame(sent.slice(1), [{ err: error, turns: 4_320 }]);
  const other = new Error("the disk is gone");
  defects.commitFailed(other, 2);
  t.strictSame(sent.slice(2), [{ err: other, turns: 2 }], "another reason at once");
  t.end();
});
