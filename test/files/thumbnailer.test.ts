import { pino } from "pino";
import sharp from "sharp";
import type { Test } from "tap";
import t from "tap";
import { defaultLimits } from "../../src/config/limits.ts";
import { createThumbnailer } from "../../src/tasks/create-tasks.ts";
import { createManualClock } from "../edge/manual-clock.ts";

type Picture = Uint8Array<ArrayBuffer> | null;

function open(t: Test) {
  const clock = createManualClock();
  const thumbnailer = createThumbnailer({ clock, log: pino({ level: "silent" }), limits: defaultLimits });
  t.teardown(() => thumbnailer.close());
  /** The functions that end the begun readings, in order. */
  const readings: ((picture: Picture) => void)[] = [];
  const make = () => thumbnailer.make(() => new Promise<Picture>((resolve) => void readings.push(resolve)));
  return { clock, make, readings };
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

const draw = async (): Promise<Picture> =>
  new Uint8Array(
    await sharp({ create: { width: 640, height: 480, channels: 3, background: "#c00" } })
      .png()
      .toBuffer(),
  );

t.test("no upload waits longer for its thumbnail than the limit, regardless of earlier uploads", async (t) => {
  const { clock, make, readings } = open(t);
  const first = make();
  clock.advance(1_000);
  const second = make();
  await nextTurn();
  t.equal(readings.length, 1, "one at a time");
  clock.advance(defaultLimits.thumbnailTimeoutMs - 1_000);
  t.equal(await first, null);
  clock.advance(1_000);
  t.equal(await second, null, "it waited for the first picture");
  readings[0]?.(null);
  const third = make();
  await nextTurn();
  t.equal(readings.length, 2, "a picture is not read if nobody waits for its thumbnail");
  readings[1]?.(await draw());
  t.ok(await third, "later thumbnails are made");
});

t.test("at most eight at once, including the running one; a further picture gets no thumbnail", async (t) => {
  const { make, readings } = open(t);
  const asked = Array.from({ length: 8 }, make);
  t.equal(await make(), null);
  const picture = await draw();
  for (const [index, made] of asked.entries()) {
    while (readings.length <= index) await nextTurn();
    readings[index]?.(index === 0 ? picture : null);
    t.equal((await made) === null, index !== 0);
  }
});
