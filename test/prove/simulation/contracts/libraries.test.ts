import * as crypto from "node:crypto";
import * as timers from "node:timers/promises";
import * as zlib from "node:zlib";
import type { Test } from "tap";
import t from "tap";
import { StoreInUseError } from "../../../../src/ports/store-errors.ts";
import { takeOwnership } from "../../../../src/store/lmdb/folder/owner.ts";
import { temporaryFolder } from "../../../harness/temporary-folder.ts";
import * as simulatedCrypto from "../service/stand-ins/crypto.ts";
import { takeOwnership as takeSimulated } from "../service/stand-ins/owner.ts";
import * as simulatedTimers from "../service/stand-ins/timers-promises.ts";
import * as simulatedZlib from "../service/stand-ins/zlib.ts";
import type { LibrariesUnderTest } from "./libraries-contract.ts";
import { runLibrariesContract } from "./libraries-contract.ts";
import { openSmallWorld } from "./small-world.ts";

runLibrariesContract(t, { name: "Node.js", run: (_, body) => body({ crypto, zlib, timers }) });

// The service is compiled against the real types, so a missing function of a stand-in is found when a test calls it.
const simulated = {
  ...{ crypto: simulatedCrypto, zlib: simulatedZlib, timers: simulatedTimers },
} as unknown as LibrariesUnderTest;

runLibrariesContract(t, {
  name: "simulation",
  run: (t, body) => openSmallWorld(t).play(() => body(simulated)),
});

const isInUse = (taking: Promise<unknown>): Promise<boolean> =>
  taking.then(
    () => false,
    (error: unknown) => error instanceof StoreInUseError && error.message.includes("is in use by process"),
  );

/** Only one process owns a folder at a time. */
function ownershipContract(
  name: string,
  run: (t: Test, body: (take: () => ReturnType<typeof takeOwnership>) => Promise<void>) => Promise<void>,
): void {
  void t.test(`${name}: a folder has one owner until the owner releases it`, (t) =>
    run(t, async (take) => {
      const first = await take();
      t.ok(await isInUse(take()));
      t.ok(await isInUse(take()), "a refused attempt does not change the owner");
      await first.release();
      const second = await take();
      t.ok(await isInUse(take()));
      await second.release();
    }),
  );
}

ownershipContract("system", (t, body) => {
  const folder = temporaryFolder(t);
  return body(() => takeOwnership(folder));
});

ownershipContract("simulation", (t, body) => {
  const { folder, play } = openSmallWorld(t);
  return play(() => body(() => takeSimulated(folder)));
});

t.test("simulation: after the owner is killed, the next process can own the folder", async (t) => {
  const world = openSmallWorld(t);
  const first = await world.play(() => takeSimulated(world.folder));
  const next = world.startNext();
  t.ok(await isInUse(next.play(() => takeSimulated(next.folder))));
  world.process.kill();
  await next.play(() => takeSimulated(next.folder));
  await first.release();
  const third = next.startNext();
  t.ok(await isInUse(third.play(() => takeSimulated(third.folder))), "the dead one gives nothing back");
});
