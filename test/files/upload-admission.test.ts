import type { Test } from "tap";
import t from "tap";
import { chatAddress } from "../../machines/tells.ts";
import { asChatId } from "../../src/core/ids.ts";
import { DamagedRowError } from "../../src/ports/store-errors.ts";
import { until } from "../edge/edge-world.ts";
import type { Wire } from "../edge/wire.ts";
import { request } from "../edge/wire.ts";
import type { HeldRow } from "../harness/held-rows.ts";
import { createHeldRows } from "../harness/held-rows.ts";
import type { Service, ServiceOptions } from "../harness/service.ts";
import { startService } from "../harness/service.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";
import { createSlowFiles } from "./slow-files.ts";
import { acceptedChat, bytesOf, filesIn, startUpload } from "./upload-parts.ts";

const bytes = bytesOf(200_000);
const half = bytes.length / 2;
const uploadBytesMax = 300_000;

interface World {
  readonly service: Service;
  /** The id of a chat with Kim. */
  readonly chat: string;
  readonly kept: () => readonly string[];
  /** Resolves when no upload is running. */
  readonly whenQuiet: () => Promise<void>;
  /** Holds back the read of an upload's chat. */
  readonly holdChat: (id: string) => HeldRow;
}

async function startWorld(t: Test, options: ServiceOptions = {}): Promise<World> {
  const folder = temporaryFolder(t);
  const { store, hold } = createHeldRows();
  const limits = { uploadBytesMax, ...options.limits };
  const files = createSlowFiles(folder);
  const service = await startService(t, { store, ...options, limits, files: files.store });
  return {
    service,
    chat: await acceptedChat(service),
    kept: () => filesIn(folder),
    whenQuiet: () => until(() => files.beganCount === files.endedCount),
    holdChat: (id) => hold("actor", [chatAddress(asChatId(id))]),
  };
}

/** The framing of a body: the bytes before, around and after its pieces. */
const framings = {
  declared: {
    headers: [`Content-Length: ${bytes.length}`],
    frame: (piece: Uint8Array) => piece,
    end: "",
  },
  chunked: {
    headers: ["Transfer-Encoding: chunked"],
    frame: (piece: Uint8Array) =>
      Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from("\r\n")]),
    end: "0\r\n\r\n",
  },
} as const;
type Framing = (typeof framings)[keyof typeof framings];

/** Sends the first half of a file while its chat is looked up. */
async function startHalf({ service }: World, chatId: string, row: HeldRow, framing: Framing): Promise<Wire> {
  const wire = await startUpload(service, chatId, framing.headers);
  wire.send(framing.frame(bytes.subarray(0, half)));
  await row.asked;
  await service.call("GET", "/healthz");
  return wire;
}

function sendRest(wire: Wire, { frame, end }: Framing): void {
  wire.send(frame(bytes.subarray(half)));
  if (end !== "") wire.send(end);
}

t.test("bytes of a file that arrive while its chat is looked up are kept", async (t) => {
  const world = await startWorld(t);
  for (const [name, framing] of Object.entries(framings)) {
    for (const isWhole of [false, true]) {
      const before = world.kept();
      const row = world.holdChat(world.chat);
      const wire = await startHalf(world, world.chat, row, framing);
      if (isWhole) sendRest(wire, framing);
      await world.service.call("GET", "/healthz");
      t.strictSame(world.kept(), before, "nothing is written yet");
      row.letGo();
      if (!isWhole) sendRest(wire, framing);
      const answer = await wire.answer();
      t.equal(answer.status, 201, `${name}, ${isWhole ? "complete before" : "partly before"}`);
      const served = await fetch(JSON.parse(answer.body).file.file);
      t.ok(Buffer.from(await served.arrayBuffer()).equals(bytes));
      wire.abort();
    }
  }
});

t.test("a file is refused during its upload: nothing is kept, and the client gets the reason", async (t) => {
  const world = await startWorld(t);
  const { service, kept, holdChat } = world;
  await service.say("bob", "waits");
  for (const [id, status] of [
    ["77", 404],
    ["2", 409],
  ] as const) {
    for (const isWhole of [false, true]) {
      const row = holdChat(id);
      const wire = await startHalf(world, id, row, framings.declared);
      if (isWhole) sendRest(wire, framings.declared);
      row.letGo();
      t.equal((await wire.answer()).status, status, "before the rest of it came");
      if (!isWhole) sendRest(wire, framings.declared);
      wire.send(request("GET", "/healthz"));
      t.equal((await wire.answer()).status, 200, "the connection is good for the next request");
      wire.abort();
    }
    const row = holdChat(id);
    const wire = await startHalf(world, id, row, framings.chunked);
    row.letGo();
    await service.settle();
    sendRest(wire, framings.chunked);
    t.equal((await wire.answer()).status, status, "in chunks: after all of it has arrived");
    t.equal(await wire.closed, "", "and the connection ends");
  }
  t.strictSame(kept(), []);
});

t.test("a refused file without an end is read only for a limited time", async (t) => {
  const world = await startWorld(t);
  const row = world.holdChat("77");
  const wire = await startHalf(world, "77", row, framings.chunked);
  row.letGo();
  const { frame } = framings.chunked;
  for (let sent = 0; sent <= uploadBytesMax * 2; sent += bytes.length) wire.send(frame(bytes));
  t.match(await wire.closed, /^HTTP\/1.1 404 /);
});

t.test("an error of the chat is reported before an error of the file", async (t) => {
  const world = await startWorld(t);
  const { service, chat, holdChat } = world;
  for (const [id, status] of [
    ["77", 404],
    [chat, 413],
  ] as const) {
    const row = holdChat(id);
    const wire = await startUpload(service, id, [`Content-Length: ${uploadBytesMax + 1}`]);
    await row.asked;
    row.letGo();
    t.equal((await wire.answer()).status, status, "too large");
    wire.abort();
  }
  for (const [id, status] of [
    ["77", 404],
    [chat, 400],
  ] as const) {
    const row = holdChat(id);
    const wire = await startUpload(service, id, ["Content-Length: 0"]);
    await row.asked;
    row.letGo();
    t.equal((await wire.answer()).status, status, "empty");
    wire.abort();
  }
});

t.test("a client that disconnects while the chat is looked up leaves no file and occupies no place", async (t) => {
  const world = await startWorld(t, { limits: { fileTransfersMax: 1 } });
  const { service, chat, kept, whenQuiet, holdChat } = world;
  for (const id of [chat, "77"]) {
    const row = holdChat(id);
    const wire = await startHalf(world, id, row, framings.declared);
    wire.abort();
    await service.call("GET", "/healthz");
    row.letGo();
    await whenQuiet();
    await service.settle();
    t.strictSame(kept(), []);
  }
  const row = holdChat(chat);
  const wire = await startHalf(world, chat, row, framings.declared);
  const second = await startUpload(service, chat, ["Content-Length: 5"]);
  const missing = await startUpload(service, "77", ["Content-Length: 5"]);
  t.equal((await missing.answer()).status, 404, "a missing chat is reported before a lack of places");
  row.letGo();
  t.equal((await second.answer()).status, 502, "one file at once");
  sendRest(wire, framings.declared);
  t.equal((await wire.answer()).status, 201);
  for (const one of [wire, second, missing]) one.abort();
  t.strictSame(
    service.logLines.filter(({ level }) => Number(level) >= 50),
    [],
    "no defect",
  );
});

t.test("a failed lookup of the chat is an error, and nothing is left of the file", async (t) => {
  const world = await startWorld(t);
  const { service, chat, kept, holdChat } = world;
  for (const [name, framing] of Object.entries(framings)) {
    const row = holdChat(chat);
    const wire = await startHalf(world, chat, row, framing);
    row.fail(new DamagedRowError("actor", `chat/${chat}`, "the chat is damaged"));
    await service.settle();
    sendRest(wire, framing);
    t.equal((await wire.answer()).status, 500, name);
    wire.abort();
  }
  t.strictSame(kept(), []);
});
