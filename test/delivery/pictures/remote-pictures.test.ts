import t from "tap";
import { defaultLimits } from "../../../src/config/limits.ts";
import { createAddressGuard } from "../../../src/delivery/address/address-guard.ts";
import { createRemotePictures } from "../../../src/delivery/pictures/remote-pictures.ts";
import { createManualClock } from "../../edge/manual-clock.ts";
import { fetchingHere, openPictureHost, png } from "../../edge/pictures/picture-host.ts";
import { resolverOf } from "../../harness/hosts.ts";

t.test("a host does not count as too slow if its picture had to wait for its turn", async (t) => {
  const held: (() => void)[] = [];
  let heard = (): void => undefined;
  const host = await openPictureHost(t, {
    "/a.png": (response) => {
      held.push(() => response.end(png));
      heard();
    },
  });
  const nextHeard = (): Promise<void> =>
    new Promise((resolve) => {
      heard = resolve;
    });
  const clock = createManualClock();
  const pictures = createRemotePictures({
    remotePictures: "proxied",
    guard: createAddressGuard(fetchingHere.config.outbound, resolverOf({})),
    clock,
    limits: { ...defaultLimits, picturesOfHostAtOnce: 1 },
  });
  t.teardown(() => pictures.close());
  const address = `${host.url}/a.png`;

  const firstHeard = nextHeard();
  const other = pictures.fetch(`${host.url}/a.png#other`);
  await firstHeard;
  const waited = pictures.fetch(address);
  clock.advance(defaultLimits.pictureTimeoutMs - 1);
  const secondHeard = nextHeard();
  held[0]?.();
  t.equal((await other).ok, true);
  await secondHeard;
  clock.advance(1);
  t.match(await waited, { ok: false, failure: { code: "overloaded" } }, "the time passed while it waited");

  const thirdHeard = nextHeard();
  const again = pictures.fetch(address);
  await thirdHeard;
  held[2]?.();
  t.match(await again, { ok: true }, "so the host is asked again at once");

  const slow = pictures.fetch(`${host.url}/a.png#slow`);
  await nextHeard();
  clock.advance(defaultLimits.pictureTimeoutMs);
  const failure = { code: "not_found", message: "The picture cannot be shown: its host did not answer in time." };
  t.match(await slow, { ok: false, failure }, "a host that had the complete time counts as too slow");
  t.match(await pictures.fetch(`${host.url}/a.png#slow`), { ok: false, failure }, "the host is not asked again");
  t.equal(host.asked.length, 4);
});
