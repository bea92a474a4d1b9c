import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import t from "tap";
import { bytesOf, filesIn } from "../../files/upload-parts.ts";
import { DeskApi } from "../../system/harness/people/desk-api.ts";
import { Visitor } from "../../system/harness/people/visitor.ts";
import { createRandom, seedOfRun } from "../../system/harness/random.ts";
import { Installation, kim } from "../../system/harness/service/installation.ts";
import { nowMs, untilMs } from "../../system/harness/time.ts";
import { sendFile } from "../../visitors/visitor-file.ts";

const kills = 5;
const visitorsCount = 6;
const patienceMs = 20_000;
const widgetId = "WIDGET01";
const config = {
  agents: [{ id: 1, ...kim, role: "agent" }],
  channels: [{ id: widgetId, kind: "widget", name: "Web site", agents: [1] }],
  limits: {
    channelPerSecond: 1e6,
    channelBurst: 1e6,
    senderPerSecond: 1e6,
    senderBurst: 1e6,
    // Six visitors send as many files as many visitors would.
    unansweredFilesMax: 1e6,
    unansweredFileBytesMax: 1e12,
    visitorFilesPerDay: 1e6,
    visitorFileBytesPerDay: 1e12,
  },
};

t.setTimeout(300_000);

interface Kept {
  readonly bytes: Buffer<ArrayBuffer>;
  readonly url: string;
}

t.test(
  "[CH-60, DEL-29] kills while visitors send files: each file is one message and is served completely, and nothing else is left",
  async (t) => {
    const seed = seedOfRun();
    const random = createRandom(seed);
    const installation = await Installation.create(t, "http://127.0.0.1:9/nobody");
    await writeFile(installation.configFile, JSON.stringify(config));
    await installation.start();
    const kept: Kept[] = [];
    let broken = 0;
    let isOver = false;
    const run = async (number: number): Promise<void> => {
      const visitor = new Visitor(t, installation, widgetId);
      const { visitor: secret } = await visitor.enter();
      for (let round = 0; !isOver; round += 1) {
        const bytes = bytesOf(1_000 + Math.floor(random() * 200_000), number + round);
        const asked = { visitor: secret, id: `round ${round}`, widget: widgetId };
        for (;;) {
          await installation.whenServing();
          try {
            const { status, body } = await sendFile(installation, bytes, asked);
            if (status === 201) kept.push({ bytes, url: body.file });
            if (status === 201) break;
            if (status < 500) throw new Error(`Expected 201, got ${status} ${body.error.message}`);
          } catch (error) {
            // The connection broke, so the same file is sent again with the same id.
            if (!(error instanceof TypeError)) throw error;
            broken += 1;
          }
        }
      }
    };
    const running = Array.from({ length: visitorsCount }, (_, number) => run(number));
    for (let kill = 0; kill < kills; kill += 1) {
      await pause(100 + random() * 400);
      await installation.kill();
      await installation.start();
    }
    isOver = true;
    await Promise.all(running);
    await installation.kill();
    await installation.start();

    const about = `seed ${seed}: ${kept.length} files, ${broken} broken off`;
    t.comment(about);
    t.ok(kept.length > visitorsCount && broken > 0, about);
    const api = await DeskApi.logIn(installation.url);
    const shown: (string | undefined)[] = [];
    for (const { id } of await api.chats()) shown.push(...(await api.messages(id)).map(({ file }) => file));
    t.strictSame(shown.sort(), kept.map(({ url }) => url).sort(), `each file is shown once; ${about}`);
    for (const { url, bytes } of kept) {
      const served = await fetch(url);
      if (!bytes.equals(Buffer.from(await served.arrayBuffer()))) t.fail(`${url} is not whole; ${about}`);
    }
    const folder = join(installation.dataDir, "files");
    const isKept = (path: string): boolean => kept.some(({ url }) => url.includes(`/files/${path.slice(3)}/`));
    const endMs = nowMs() + patienceMs;
    while (!filesIn(folder).every(isKept) && nowMs() < endMs) await untilMs(nowMs() + 50);
    t.strictSame(
      filesIn(folder).filter((path) => !isKept(path)),
      [],
      `no bytes without a message; ${about}`,
    );
  },
);
