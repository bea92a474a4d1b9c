import t from "tap";
import { Random } from "../../simulation/walk/random.ts";
import { openWorld } from "../world/open-world.ts";
import { fuzz } from "./fuzz-part.ts";
import { readPinned, replay } from "./pinned-input.ts";

t.setTimeout(600_000);

t.test("[ERR-01, ERR-16] inputs that once broke a law get correct answers", async (t) => {
  const world = await openWorld();
  t.teardown(() => world.close());
  for (const [name, { input }] of readPinned())
    t.strictSame(
      (await replay(world, input, new Random(1))).map(({ what }) => what),
      [],
      name,
    );
});

t.test("[ERR-01, ERR-16] any input to any route or socket is answered as described", async (t) => {
  const said: string[] = [];
  const { signal } = new AbortController();
  const [row] = await fuzz.run({
    size: "short",
    seed: 1,
    progress: (line) => void said.push(line),
    signal,
    outFolder: null,
  });
  t.match(row, { lost: 0 }, said.join("\n"));
  t.comment(row?.remark);
});
