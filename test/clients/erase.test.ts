import { join } from "node:path";
import type { Test } from "tap";
import t from "tap";
import type { Store } from "../../src/ports/store.ts";
import { filesIn } from "../files/upload-parts.ts";
import { startService } from "../harness/service.ts";
import { agents, webhooks } from "../harness/service-config.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";
import { openSmall, quickFolder } from "../store/lmdb-fixture.ts";
import { openOn, startDatabases } from "../store/postgres/postgres-fixture.ts";
import { asAda } from "../webhooks/dead-letters.ts";
import { actAs, clientPath, deliverAll, erase, markedClient, rowsIn, rowsWith, untilErased } from "./marked-client.ts";

const zoe = markedClient("zoemarker");
const tom = markedClient("tomother");

async function eraseOn(t: Test, store: Store | undefined): Promise<void> {
  const folder = temporaryFolder(t);
  const service = await startService(t, {
    folder,
    channels: { MOBILEAPP1: { webhooks } },
    ...(store === undefined ? {} : { store }),
  });
  const others = await actAs(service, tom);
  await deliverAll(service);
  const chats = await actAs(service, zoe);
  const kim = await service.enter("kim");
  const before = await rowsIn(service.store);
  t.ok(rowsWith(before, zoe.words).length > 30, "the client is in many rows");
  const filesBefore = filesIn(join(folder, "files")).length;

  const { status, body } = await erase(service, zoe);
  t.ok(status === 200 || status === 202, `${status} ${JSON.stringify(body)}`);
  for (const chatId of chats)
    t.match(await kim.until((frame) => frame.type === "chat_gone" && frame.chatId === chatId), {});
  await untilErased(service);

  const after = await rowsIn(service.store);
  t.strictSame(rowsWith(after, zoe.words), [], "no row contains data of the client");
  const ofTom = rowsWith(before, tom.words);
  t.ok(ofTom.length > 30);
  const changed = ofTom.filter((name) => !after.get(name)?.equals(before.get(name) ?? Buffer.of()));
  t.strictSame(changed, [], "another client's rows are unchanged");
  t.equal(filesIn(join(folder, "files")).length, filesBefore / 2, "only the client's files are deleted");
  t.equal((await asAda(service, "GET", clientPath(zoe))).status, 404);
  t.equal((await asAda(service, "GET", clientPath(tom))).status, 200);
  const sent = service.attempts.length + service.reports.length;
  await service.pass(60_000);
  t.strictSame(rowsWith(await rowsIn(service.store), zoe.words), [], "a late outcome restores nothing");
  t.equal(
    [...service.attempts, ...service.reports].slice(sent).filter((made) => JSON.stringify(made).includes(zoe.word))
      .length,
    0,
    "nothing of the client is sent any more",
  );
  const { body: found } = await asAda(service, "GET", `/api/archive?q=${zoe.word}`);
  t.strictSame(found.chats, []);
  t.equal((await asAda(service, "GET", `/api/archive?q=${tom.word}`)).body.chats.length, 1);
  const { body: list } = await asAda(service, "GET", "/api/erasures?state=done");
  t.match(list, {
    erasures: [{ state: "done", agentId: agents.ada.id, removed: { chats: 2, files: 2, leftMessages: 2 } }],
  });
  t.notMatch(JSON.stringify(list), zoe.word);
  const { erasures } = Object(list);
  const [{ clientNumber }] = erasures;
  const one = async (query: string) => (await asAda(service, "GET", `/api/erasures?${query}`)).body;
  t.strictSame(await one(`state=done&clientNumber=${clientNumber}`), { erasures, cursor: null });
  t.strictSame(await one(`state=done&clientNumber=${clientNumber - 1}`), { erasures: [], cursor: null });
  t.strictSame(await one(`clientNumber=${clientNumber}`), { erasures: [], cursor: null }, "no erasure is pending");
  const told = service.logLines.filter(({ msg }) => /erased|erasure/.test(String(msg)));
  t.equal(told.length, 2);
  t.notMatch(JSON.stringify(told), zoe.word, "the log has only the client's number");
  t.equal(others.length, 2);
}

t.test("a client is erased: no row, file or index contains its data, and another client's data are unchanged", (t) =>
  eraseOn(t, undefined),
);
t.test("the same holds in the embedded store, which reads no row without its name", async (t) =>
  eraseOn(t, await openSmall(quickFolder(t))),
);

t.test("the same holds in PostgreSQL, which also deletes the names of the conversations", async (t) => {
  const databases = await startDatabases(t);
  const url = await databases.create();
  const { store } = await openOn(url);
  await eraseOn(t, store);
  const left = await databases.query(url, "SELECT convert_from(key, 'UTF8') AS key FROM parley.conversation");
  t.strictSame(
    left.filter(({ key }) => String(key).includes(zoe.word)),
    [],
  );
  t.ok(left.some(({ key }) => String(key).includes(tom.word)));
});
