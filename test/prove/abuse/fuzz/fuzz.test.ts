import t from "tap";
import { Random } from "../random.ts";
import { openWorld } from "../world/open-world.ts";
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
