import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pino } from "pino";
import type { Test } from "tap";
import t from "tap";
import { unpackFolder } from "../../src/demo/operator/unpack-folder.ts";
import { bytesOfFiles } from "../../src/files/stored-files.ts";
import { examineFolder } from "../../src/store/lmdb/check/examine-folder.ts";
import { defaultSegmentBytes, openLmdbStore } from "../../src/store/lmdb/open-lmdb-store.ts";
import { createManualClock } from "../edge/manual-clock.ts";
import type { Service } from "../harness/service.ts";
import { startService } from "../harness/service.ts";
import { agents, password } from "../harness/service-config.ts";
import { quickFolder } from "../store/lmdb-fixture.ts";
import type { FolderContents, Manifest, StoredChat } from "./contents.types.ts";
import { presentForm, presentVersions } from "./form.ts";

const folders = "test/fixtures/folders";
const manifest: Manifest = JSON.parse(readFileSync(join(folders, "manifest.json"), "utf8"));
const log = pino({ level: "silent" });

t.test("the present stored form has a folder among those that are kept", async (t) => {
  const hasOne = Object.values(manifest).some(({ form }) => form === presentForm());
  const how =
    'the stored form changed: npm run build, then node --import tsx test/upgrade/pack.ts DATE-NAME "what is new" --kill, keeps a folder of it';
  t.ok(hasOne, how);
});

t.test(
  "each stored form has larger versions than the one before it, so that an earlier program refuses it",
  async (t) => {
    const versions = Object.values(manifest).flatMap((entry) => entry.versions ?? []);
    const how = "the stored form changed: formVersion grows by one, and migrations have one step more";
    versions.slice(1).forEach(({ form, schema }, index) => {
      const before = versions[index];
      t.ok(before !== undefined && form > before.form && schema > before.schema, how);
    });
    t.strictSame(versions.at(-1), presentVersions);
  },
);

for (const [name, contents] of Object.entries(manifest)) {
  t.test(`a folder of ${name} is served whole by the newest service: ${contents.about}`, async (t) => {
    const dir = join(quickFolder(t), "data");
    unpackFolder(readFileSync(join(folders, `${name}.br`)), dir);
    t.strictSame(await damagesOf(dir), [], "as it was left");
    const store = await openLmdbStore({ dir, log });
    const service = await startService(t, {
      store,
      folder: dir,
      clock: createManualClock(contents.atMs + 1_000),
      config: { agents: [{ profile: { ...agents.kim, role: "admin" }, password }], channels: [], providers: [] },
    });
    await service.settle();
    await findChats(t, service, contents);
    await findOthers(t, service, contents);
    await goOn(t, service, contents);
    await service.stop();
    await store.close();
    t.match(readFileSync(join(dir, "layout.json"), "utf8"), `{"layout":${presentVersions.form},`);
    t.strictSame(await damagesOf(dir), [], "and as the newest service leaves it");
  });
}

async function damagesOf(folder: string): Promise<readonly string[]> {
  const damages: string[] = [];
  await examineFolder({
    folder,
    formerBytesMin: defaultSegmentBytes,
    filesIn: bytesOfFiles,
    onDamage: (text) => void damages.push(text),
    onNote: () => undefined,
    onProgress: () => undefined,
  });
  return damages;
}

async function findChats(t: Test, service: Service, { chats }: FolderContents): Promise<void> {
  const token = await service.logIn("kim");
  const found: StoredChat[] = [];
  const states = ["with_bot", "waiting", "unstaffed", "with_agent", "closed"];
  for (const state of states) {
    const { body } = await service.call("GET", `/api/chats?state=${state}`, { token });
    for (const { id, channelId } of body.chats) {
      const { messages } = (await service.call("GET", `/api/chats/${id}/messages`, { token })).body;
      const spoken = messages.filter(
        ({ from, type }: { from: string; type: string }) => from !== "system" && type === "text",
      );
      found.push({ channelId, state, texts: spoken.map(({ text }: { text: string }) => text) });
    }
  }
  const inOrder = (list: readonly StoredChat[]): readonly string[] => list.map((chat) => JSON.stringify(chat)).sort();
  t.strictSame(inOrder(found), inOrder(chats));
}

async function findOthers(t: Test, service: Service, { archived, left, file }: FolderContents): Promise<void> {
  const token = await service.logIn("kim");
  for (const word of archived) {
    const { chats } = (await service.call("GET", `/api/archive?q=${word}`, { token })).body;
    t.equal(chats.length, 1, `the archive finds ${word}`);
  }
  const { offlineMessages } = (await service.call("GET", "/api/offline-messages", { token })).body;
  t.strictSame(
    offlineMessages.map(({ text }: { text: string }) => text),
    left,
  );
  if (file === null) return;
  const answer = await fetch(`${service.url}${file.path}`);
  t.equal(await answer.text(), file.text, "the file is served");
}

/** What waited is sent, and who wrote before is answered in the same chat. */
async function goOn(t: Test, service: Service, { waiting }: FolderContents): Promise<void> {
  await service.pass(15_000);
  const messages = service.attempts.map(({ settings }) => settings.id);
  const events = service.reports.map(({ channelId }) => channelId);
  for (const { kind, channelId } of waiting)
    t.ok(
      (kind === "message" ? messages : events).some((id) => id === channelId),
      `the ${kind} of ${channelId} goes on`,
    );
  const token = await service.logIn("kim");
  await service.say("carl", "I still wait.");
  const { body } = await service.call("GET", "/api/chats?state=waiting&channel=MOBILEAPP1", { token });
  t.equal(body.chats.length, 1, "in the same chat");
  t.equal(body.chats[0]?.last?.text, "I still wait.");
}
