import { join } from "node:path";
import type { Test } from "tap";
import t from "tap";
import { chatAddress } from "../../machines/tells.ts";
import { asChannelId, asChatId, clientConversation } from "../../src/core/ids.ts";
import type { Store } from "../../src/ports/store.ts";
import { until } from "../edge/edge-world.ts";
import { createFillingStore } from "../harness/faulty-store.ts";
import type { Service } from "../harness/service.ts";
import { startService } from "../harness/service.ts";
import { agents } from "../harness/service-config.ts";
import { rowsIn } from "../harness/stored-contexts.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";
import { createSlowFiles } from "./slow-files.ts";
import { acceptedChat, bytesOf, filesIn, upload } from "./upload-parts.ts";

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;
const limits = { chatKeptDays: 1 };
const filesLeft = "the files of a deleted chat cannot be removed; trying again later";
const tables = ["actor", "message", "chatState", "delivery", "deadline", "file", "chatFile"] as const;

const conversationOf = (sender: string) => clientConversation(asChannelId("MOBILEAPP1"), sender);

const rowsOf = (store: Store): Promise<readonly string[]> => rowsIn(store, tables);

/** Advances the clock, and waits until all resulting work is done. */
async function pass(service: Service, ms: number): Promise<void> {
  service.clock.advance(ms);
  for (let round = 0; round < 60; round += 1) await service.settle();
}

/** Advances the clock, and waits until the chats and all their data are deleted. */
async function passUntilGone(service: Service, ms: number, ids: readonly string[]): Promise<void> {
  await pass(service, ms);
  for (;;) {
    const rows = await Promise.all(ids.map((id) => service.store.read("actor", [chatAddress(asChatId(id))])));
    const isThere = rows.some((row) => row !== undefined);
    const removing = await service.store.scan("chatState", { prefix: ["removing"], limit: 1 });
    if (!isThere && removing.length === 0) return;
    await service.settle();
  }
}

/** Plays and closes a chat of Kim with a delivered reply, a failed reply and a file. Resolves with its id and the file's URL. */
async function closedChat(service: Service, sender: string): Promise<{ readonly id: string; readonly url: string }> {
  const id = await acceptedChat(service, sender);
  const token = await service.logIn("kim");
  const { body } = await upload(service, id, bytesOf(2_000));
  for (const failure of [null, { kind: "http_status", code: "http_status", message: "500" }] as const) {
    await service.call("POST", `/api/chats/${id}/messages`, { token, body: { type: "text", text: "reply" } });
    for (let attempt = 0; attempt < (failure === null ? 1 : 3); attempt += 1) {
      if (attempt > 0) await service.pass(3_000);
      service.attempts.at(-1)?.answer({ failure });
      await service.settle();
    }
  }
  await service.call("POST", `/api/chats/${id}/close`, { token });
  return { id, url: body.file.file };
}

async function checkGone(
  t: Test,
  service: Service,
  chat: { readonly id: string; readonly url: string },
): Promise<void> {
  const token = await service.logIn("ada");
  const own = `/api/chats/${chat.id}`;
  for (const [method, path] of [
    ["GET", own],
    ["GET", `${own}/messages`],
    ["POST", `${own}/accept`],
    ["POST", `${own}/close`],
    ["POST", `${own}/files?name=a`],
  ] as const) {
    t.equal((await service.call(method, path, { token })).status, 404, `${method} ${path}`);
  }
  t.equal((await fetch(chat.url)).status, 404, "the chat's file is no longer served");
}

t.test(
  "[CH-60] closed chats are deleted with all their data after their days, and nothing else is deleted",
  async (t) => {
    const folder = temporaryFolder(t);
    const service = await startService(t, { folder, limits });
    const token = await service.logIn("kim");
    const ada = await service.logIn("ada");
    const kept = await acceptedChat(service, "stays open");
    await upload(service, kept, bytesOf(300));
    const before = await rowsOf(service.store);
    const old = await closedChat(service, "ann");
    const { body } = await service.call("GET", `/api/chats/${old.id}/messages`, { token });
    const deliveryId = body.messages.find(({ delivery }) => delivery?.state === "failed")?.delivery?.id;
    await pass(service, 20 * hourMs);
    const young = await closedChat(service, "bob");
    // A refused step reads the closed chat into memory.
    t.equal((await service.call("POST", `/api/chats/${old.id}/accept`, { token })).status, 409);
    t.equal((await fetch(old.url)).status, 200);
    await pass(service, 3 * hourMs);
    t.equal((await service.call("GET", `/api/chats/${old.id}`, { token })).status, 200, "not 1 ms too early");
    const youngRows = (await rowsOf(service.store)).filter((line) => !before.includes(line));

    await passUntilGone(service, 2 * hourMs, [old.id]);
    await checkGone(t, service, old);
    t.equal((await service.call("POST", `/api/deliveries/${deliveryId}/resend`, { token: ada })).status, 404);
    const late = await service.app.runtime.post.send({
      target: { kind: "actor", actor: chatAddress(asChatId(old.id)), conversation: conversationOf("ann") },
      event: { type: "chat.close-requested", nowMs: service.clock.nowMs(), agent: { ...agents.kim, photo: null } },
      cause: "a late step",
    });
    t.match(late, { ok: false, failure: { code: "not_found" } }, "no late step restores the chat");
    t.equal((await service.call("GET", `/api/chats/${young.id}`, { token })).status, 200);
    t.equal((await fetch(young.url)).status, 200);
    const left = await rowsOf(service.store);
    t.ok(left.every((line) => youngRows.includes(line) || before.includes(line)));
    t.ok(service.logLines.some(({ msg }) => msg === "closed chats deleted"));

    await passUntilGone(service, dayMs, [young.id]);
    await checkGone(t, service, young);
    t.strictSame(await rowsOf(service.store), before, "the earlier rows are there, and no other row");
    t.equal(filesIn(join(folder, "files")).length, 1, "and the file of the open chat");
    await service.say("ann", "again");
    const { body: list } = await service.call("GET", "/api/chats", { token });
    t.equal(list.chats.find(({ client }) => client.id === "ann")?.client.number, 2, "the client is still known");
  },
);

t.test("a chat with a running delivery is kept until the delivery has ended", async (t) => {
  const service = await startService(t, { folder: temporaryFolder(t), limits });
  const token = await service.logIn("kim");
  const id = await acceptedChat(service);
  await service.call("POST", `/api/chats/${id}/messages`, { token, body: { type: "text", text: "slow" } });
  await service.call("POST", `/api/chats/${id}/close`, { token });
  await service.settle();
  const found = await service.store.read("actor", [chatAddress(asChatId(id))]);
  t.equal(found?.state, "closed");
  await pass(service, 26 * hourMs);
  t.equal((await service.call("GET", `/api/chats/${id}`, { token })).status, 200);
  // The attempt failed when its time was over. The next attempts fail too.
  for (let round = 0; round < 4; round += 1) {
    service.attempts.at(-1)?.answer({ failure: { kind: "timeout", code: "timeout", message: "too late" } });
    await service.pass(3_000);
  }
  const { cursor: since } = service.app.runtime.feed;
  await passUntilGone(service, hourMs, [id]);
  t.equal((await service.call("GET", `/api/chats/${id}`, { token })).status, 404);
  t.strictSame(await rowsOf(service.store), []);
  const desk = await service.enter("kim", { since });
  t.match(await desk.until(({ type }) => type === "chat_gone"), { chatId: id }, "desks are told");
});

t.test("nothing is deleted unless the config has days", async (t) => {
  const service = await startService(t, { folder: temporaryFolder(t) });
  const chat = await closedChat(service, "ann");
  const before = await rowsOf(service.store);
  await pass(service, 40 * dayMs);
  t.strictSame(await rowsOf(service.store), before);
  t.equal((await fetch(chat.url)).status, 200);
});

t.test("the next run finishes a removal that was interrupted anywhere", async (t) => {
  const faults = ["commit 1", "commit 2", "commit 3", "commit 4", "remove"] as const;
  for (const fault of faults) {
    const dir = temporaryFolder(t);
    const { store, leaveRoom } = createFillingStore();
    const files = createSlowFiles(join(dir, "files"));
    const service = await startService(t, { store, files: files.store, limits });
    const chats = [await closedChat(service, "ann"), await closedChat(service, "bob")];
    if (fault === "remove") files.breakNext("remove");
    else leaveRoom(Number(fault.slice("commit ".length)) - 1);
    service.clock.advance(dayMs + hourMs);
    await until(() => service.logLines.some(({ msg, what }) => what === "old chats" || msg === filesLeft));
    t.ok((await rowsOf(store)).length > 0, `${fault}: interrupted`);
    leaveRoom();
    const next = await startService(t, { store, files: files.store, limits: { chatKeptDays: 1 } });
    next.clock.advance(dayMs);
    await passUntilGone(
      next,
      2 * hourMs,
      chats.map(({ id }) => id),
    );
    for (const chat of chats) t.equal((await fetch(chat.url.replace(service.url, next.url))).status, 404);
    t.strictSame(await rowsOf(store), [], fault);
    t.strictSame(filesIn(join(dir, "files")), [], fault);
  }
});
