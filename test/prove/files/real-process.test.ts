import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import sharp from "sharp";
import t from "tap";
import { resourcesOf } from "../../../bench/load/service/resources.ts";
import type { UploadedFile } from "../../files/upload-parts.ts";
import { bytesOf, filesIn } from "../../files/upload-parts.ts";
import { say } from "../../system/harness/people/customers.ts";
import { DeskApi } from "../../system/harness/people/desk-api.ts";
import { createRandom, seedOfRun } from "../../system/harness/random.ts";
import { Installation } from "../../system/harness/service/installation.ts";
import { nowMs, untilMs } from "../../system/harness/time.ts";

const mebibyte = 1024 * 1024;
const kills = 5;
const uploaders = 8;
/** Sixteen complete uploads would need 320 MiB. All uploads together may use 32 MiB, and the process itself also needs memory. */
const growthMibMax = 128;
const atOnce = 8;
const patienceMs = 20_000;
const infoLevel = 30;

t.setTimeout(300_000);

/** A file that was answered 201, or whose upload is running. */
interface Sent {
  readonly bytes: Buffer<ArrayBuffer>;
  readonly file: UploadedFile;
}

/** A body in pieces, with a pause before each piece. */
const pieces = (bytes: Buffer<ArrayBuffer>, size: number, pauseMs: number): ReadableStream =>
  Readable.toWeb(Readable.from(cut(bytes, size, pauseMs))) as ReadableStream;

async function* cut(bytes: Buffer<ArrayBuffer>, size: number, pauseMs: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) {
    await pause(pauseMs);
    yield bytes.subarray(at, at + size);
  }
}

async function send(api: DeskApi, url: string, body: ReadableStream | Buffer<ArrayBuffer>): Promise<string> {
  return (await upload(api, url, body, "application/pdf")).file;
}

async function upload(
  api: DeskApi,
  url: string,
  body: ReadableStream | Buffer<ArrayBuffer>,
  type: string,
): Promise<UploadedFile> {
  const answer = await fetch(`${url}/api/chats/1/files?name=a.bin`, {
    method: "POST",
    headers: { authorization: `Bearer ${api.token}`, "content-type": type },
    body,
    ...(body instanceof ReadableStream ? { duplex: "half" as const } : {}),
  });
  const text = await answer.text();
  if (answer.status !== 201) throw new Error(`Expected 201, got ${answer.status} ${text}`);
  return JSON.parse(text).file;
}

async function openChat(installation: Installation): Promise<DeskApi> {
  await say(installation.url, "ann", "question");
  const api = await DeskApi.logIn(installation.url);
  await api.accept("1");
  return api;
}

const isServed = async (url: string, bytes?: Buffer): Promise<boolean> => {
  const answer = await fetch(url);
  const body = Buffer.from(await answer.arrayBuffer());
  return answer.status === 200 && (bytes === undefined || body.equals(bytes));
};

/** Resolves when every file on the disk is served, so that no incomplete file and no file without rows is left. */
async function untilNothingStrays(installation: Installation, about: string): Promise<void> {
  const folder = join(installation.dataDir, "files");
  const endMs = nowMs() + patienceMs;
  for (;;) {
    const strays: string[] = [];
    for (const path of filesIn(folder)) {
      const isKept = !path.endsWith(".part") && (await isServed(`${installation.url}/files/${path.slice(3)}/a`));
      if (!isKept) strays.push(path);
    }
    if (strays.length === 0) return;
    if (nowMs() > endMs) throw new Error(`${strays.join()} belong to no chat; ${about}`);
    await untilMs(nowMs() + 50);
  }
}

/** Resolves when incomplete uploads have written this number of bytes to the disk. */
async function untilArriving(installation: Installation, bytes: number): Promise<void> {
  const folder = join(installation.dataDir, "files");
  const isPart = (path: string): boolean => path.endsWith(".part");
  const sizeOf = (path: string): number => statSync(join(folder, path), { throwIfNoEntry: false })?.size ?? 0;
  const endMs = nowMs() + patienceMs;
  for (let arrived = 0; arrived < bytes; ) {
    if (nowMs() > endMs) throw new Error(`Expected ${bytes} bytes in parts of files, got ${arrived}`);
    await untilMs(nowMs() + 5);
    const parts = existsSync(folder) ? filesIn(folder).filter(isPart) : [];
    arrived = parts.reduce((sum, path) => sum + sizeOf(path), 0);
  }
}

t.test(
  "[CH-52, CH-60, CH-19] after kills during uploads, a file is served completely, or nothing is left of it",
  async (t) => {
    const seed = seedOfRun();
    const random = createRandom(seed);
    const installation = await Installation.create(t, "http://127.0.0.1:9/nobody");
    await installation.start();
    const api = await openChat(installation);
    const photo = sharp({ create: { width: 1_200, height: 900, channels: 3, background: "teal" } });
    const picture = Buffer.from(await photo.jpeg().toBuffer());
    const answered: Sent[] = [];
    let broken = 0;
    let isOver = false;
    const run = async (number: number): Promise<void> => {
      for (let round = 0; !isOver; round += 1) {
        await installation.whenServing();
        const isSlow = number % 2 === 0;
        const isPicture = number % 4 === 1;
        const other = bytesOf(1_000 + Math.floor(random() * (isSlow ? 400_000 : 20_000)), number + round);
        const bytes = isPicture ? picture : other;
        const body = isSlow ? pieces(bytes, 40_000, 15) : bytes;
        const type = isPicture ? "image/jpeg" : "application/pdf";
        try {
          answered.push({ bytes, file: await upload(api, installation.url, body, type) });
        } catch (error) {
          // A broken connection is expected. Every other error is a failure.
          if (!(error instanceof TypeError)) throw error;
          broken += 1;
        }
      }
    };
    const running = Array.from({ length: uploaders }, (_, number) => run(number));
    for (let kill = 0; kill < kills; kill += 1) {
      await pause(100 + random() * 400);
      await installation.kill();
      await installation.start();
    }
    isOver = true;
    await Promise.all(running);
    await installation.kill();
    await installation.start();

    const thumbs = answered.flatMap(({ file }) => file.thumb ?? []);
    const about = `seed ${seed}: ${answered.length} uploads answered, ${thumbs.length} with a thumbnail, ${broken} broken off`;
    t.comment(about);
    t.ok(answered.length > kills && thumbs.length > 0 && broken >= kills, about);
    for (const { file, bytes } of answered)
      if (!(await isServed(file.file, bytes))) t.fail(`${file.file} is not whole; ${about}`);
    for (const thumb of thumbs) if (!(await isServed(thumb))) t.fail(`${thumb} is not there; ${about}`);
    await untilNothingStrays(installation, about);
    t.pass("every file on the disk is served");
  },
);

t.test("[CH-60] files of 20 MiB, fast and slow, are never kept in memory", async (t) => {
  const installation = await Installation.create(t, "http://127.0.0.1:9/nobody");
  const life = await installation.start();
  const api = await openChat(installation);
  const bytes = bytesOf(20 * mebibyte);
  const before = resourcesOf(life.pid).ownMib;
  let highest = 0;
  const watching = setInterval(() => {
    highest = Math.max(highest, resourcesOf(life.pid).ownMib);
  }, 10);
  t.teardown(() => clearInterval(watching));
  const fast = Array.from({ length: atOnce }, () => send(api, installation.url, bytes));
  const slow = Array.from({ length: atOnce }, () => send(api, installation.url, pieces(bytes, mebibyte, 50)));
  const transfers = Promise.all([...fast, ...slow].map(async (sent) => isServed(await sent, bytes)));
  const served = await transfers.catch((error: unknown) => {
    const troubles = life.log.filter(({ level }) => level > infoLevel).map((line) => JSON.stringify(line));
    throw new Error(`A transfer broke; the service said ${troubles.join()}`, { cause: error });
  });
  t.ok(served.every(Boolean), "each is served as it was sent");
  t.ok(highest - before < growthMibMax, `${Math.round(highest - before)} MiB more than at rest`);
});

t.test("[CH-60, CH-19] after a kill while uploads exceed their memory, nothing is left of them", async (t) => {
  const installation = await Installation.create(t, "http://127.0.0.1:9/nobody");
  await installation.start();
  const api = await openChat(installation);
  const bytes = bytesOf(20 * mebibyte);
  const first = await send(api, installation.url, bytesOf(1_000));
  const uploads = Promise.allSettled(Array.from({ length: 2 * atOnce }, () => send(api, installation.url, bytes)));
  await untilArriving(installation, 100 * mebibyte);
  await installation.kill();
  await installation.start();
  const answered = (await uploads).flatMap((upload) => (upload.status === "fulfilled" ? [upload.value] : []));
  t.ok(answered.length < 2 * atOnce, `${answered.length} were answered before the kill`);
  for (const url of answered) t.ok(await isServed(url, bytes), `${url} is whole`);
  t.ok(await isServed(first, bytesOf(1_000)), "the files that were answered before");
  await untilNothingStrays(installation, `${answered.length} answered`);
});
