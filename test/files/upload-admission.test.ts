import type { Test } from "tap";
import t from "tap";
import { chatAddress } from "../../machines/addresses.ts";
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
  /** With Kim. */
  readonly chat: string;
  readonly kept: () => readonly string[];
  /** Until no file is under way. */
  readonly whenQuiet: () => Promise<void>;
  /** Holds back the chat that an upload is for. */
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

/** How a body is sent: what stands before, around and behind its pieces. */
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

/** The first half of a file, while its chat is looked up. */
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

t.test("[CH-60] what comes of a file while its chat is looked up is kept", async (t) => {
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
      t.equal(answer.status, 201, `${name}, ${isWhole ? "whole before" : "in part before"}`);
      const served = await fetch(JSON.parse(answer.body).file.file);
      t.ok(Buffer.from(await served.arrayBuffer()).equals(bytes));
      wire.abort();
    }
  }
});

t.test("[CH-60, ERR-04] a file is refused while it comes: nothing is kept, and its client sees why", async (t) => {
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
    t.equal((await wire.answer()).status, status, "in chunks: when all of it came");
    t.equal(await wire.closed, "", "and the connection ends");
  }
  t.strictSame(kept(), []);
});

t.test("[LIM-04] a refused file that does not end is not read for ever", async (t) => {
  const world = await startWorld(t);
  const row = world.holdChat("77");
  const wire = await startHalf(world, "77", row, framings.chunked);
  row.letGo();
  const { frame } = framings.chunked;
  for (let sent = 0; sent <= uploadBytesMax * 2; sent += bytes.length) wire.send(frame(bytes));
  t.match(await wire.closed, /^HTTP\/1.1 404 /);
});

t.test("[ERR-04] what is wrong with the chat is said before what is wrong with the file", async (t) => {
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

t.test("[CH-60, ERR-11] who leaves while the chat is looked up leaves nothing, and no place taken", async (t) => {
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
  t.equal((await missing.answer()).status, 404, "that there is no chat is said before that there is no place");
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

t.test("[ERR-10] a chat that cannot be looked up is an error, and leaves nothing of the file", async (t) => {
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
