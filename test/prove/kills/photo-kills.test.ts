import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import sharp from "sharp";
import t from "tap";
import { filesIn } from "../../files/upload-parts.ts";
import { DeskApi } from "../../system/harness/people/desk-api.ts";
import { createRandom, seedOfRun } from "../../system/harness/random.ts";
import { Installation } from "../../system/harness/service/installation.ts";
import { nowMs, untilMs } from "../../system/harness/time.ts";

const kills = 3;
const patienceMs = 20_000;

t.setTimeout(200_000);

t.test(
  "[CH-39, CH-60] kills while a photo replaces another: only the photo that the agent names is stored",
  async (t) => {
    const seed = seedOfRun();
    const random = createRandom(seed);
    const picture = await sharp({ create: { width: 200, height: 200, channels: 3, background: "#07c" } })
      .png()
      .toBuffer();
    const installation = await Installation.create(t, "http://127.0.0.1:9/nobody");
    const folder = join(installation.dataDir, "photos");
    await installation.start();
    const { token } = await DeskApi.logIn(installation.url);
    const put = () =>
      fetch(`${installation.url}/api/agents/1/photo`, {
        method: "PUT",
        headers: { authorization: `Bearer ${token}` },
        body: new Uint8Array(picture),
      });
    const photoNow = async (): Promise<string | null> => {
      const answer = await fetch(`${installation.url}/api/session`, { headers: { authorization: `Bearer ${token}` } });
      return (await answer.json()).agent.photo;
    };
    let taken = 0;
    let broken = 0;
    t.equal((await put()).status, 200);
    for (let kill = 0; kill < kills; kill += 1) {
      let isOver = false;
      const before = taken;
      const putting = (async () => {
        while (!isOver) {
          try {
            if ((await put()).status === 200) taken += 1;
          } catch (error) {
            // The process was killed.
            if (!(error instanceof TypeError)) throw error;
            broken += 1;
            return;
          }
        }
      })();
      while (taken === before) await pause(5);
      await pause(random() * 60);
      await installation.kill();
      isOver = true;
      await putting;
      // A kill may come after the picture was written but before its agent was, or before the agent's last picture was removed.
      const about = `seed ${seed}, kill ${kill + 1}: ${taken} taken, ${broken} broken off`;
      await installation.start();
      const photo = await photoNow();
      t.match(photo, /\/photos\//, `the config file says nothing of a photo: it stays; ${about}`);
      t.equal((await fetch(String(photo))).status, 200, `it is there; ${about}`);
      const isNamed = (path: string): boolean => photo?.endsWith(path.slice(3)) === true;
      const endMs = nowMs() + patienceMs;
      while (existsSync(folder) && !filesIn(folder).every(isNamed) && nowMs() < endMs) await untilMs(nowMs() + 50);
      t.strictSame(
        filesIn(folder).filter((path) => !isNamed(path)),
        [],
        `and nothing else; ${about}`,
      );
    }
    t.ok(taken > 0 && broken > 0, `seed ${seed}: ${taken} taken, ${broken} broken off`);
  },
);
