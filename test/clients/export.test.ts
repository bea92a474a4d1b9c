import t from "tap";
import { startService } from "../harness/service.ts";
import { webhooks } from "../harness/service-config.ts";
import { asAda } from "../webhooks/dead-letters.ts";
import { actAs, clientPath, exportOf, markedClient } from "./marked-client.ts";

const zoe = markedClient("zoemarker");
const channels = { MOBILEAPP1: { webhooks } };

t.test("an export has all data of a client, in pages of a few entries", async (t) => {
  const service = await startService(t, { channels, limits: { pageRowsMax: 3 } });
  await actAs(service, markedClient("tomother"));
  const chats = await actAs(service, zoe);
  const { client, entries, pages } = await exportOf(service, zoe);
  t.match(client, {
    id: zoe.senderId,
    number: 2,
    channelId: "MOBILEAPP1",
    email: `${zoe.word}@mail.example`,
    description: `${zoe.word} described`,
    chatsCount: 2,
    openChatId: chats[1],
    hasLeftMessage: true,
    hasUserToken: false,
  });
  t.ok(pages > 5, `${pages} pages`);
  const count = (type: string) => entries.filter((entry) => entry.type === type).length;
  const rows = await service.store.scan("message", { limit: 1_000 });
  const own = rows.filter(({ key: [chatNumber] }) => chats.includes(String(chatNumber)));
  t.strictSame(
    [count("chat"), count("message"), count("file"), count("left_message")],
    [2, own.length, 2, 2],
    "each entry is there once",
  );
  t.ok(count("delivery") >= 6 && count("step") > 2);
  const text = JSON.stringify(entries);
  for (const said of ["asks", "noted", "hears", "waits", "is full"]) t.match(text, `${zoe.word} ${said}`);
  t.notMatch(text, "tomother");
  const file = entries.find((entry) => entry.type === "file");
  t.equal(file?.type === "file" && (await (await fetch(file.file.url)).arrayBuffer()).byteLength, 2_000);
});

t.test("only administrators can export or erase, and only a client with a unique id", async (t) => {
  const service = await startService(t);
  await service.say("ann", "Hello");
  const kim = await service.logIn("kim");
  for (const method of ["GET", "DELETE"]) {
    t.equal((await service.call(method, "/api/clients/ann", { token: kim })).status, 403);
    t.equal((await service.call(method, "/api/clients/ann")).status, 401);
    t.equal((await asAda(service, method, "/api/clients/nobody")).status, 404);
    t.equal((await asAda(service, method, "/api/clients/ann?channel=OTHERAPP01")).status, 404);
  }
  t.equal((await service.call("GET", "/api/erasures", { token: kim })).status, 403);
  await service.say("ann", "Hello", "OTHERAPP01");
  for (const method of ["GET", "DELETE"]) {
    const { status, body } = await asAda(service, method, clientPath({ ...zoe, senderId: "ann" }));
    t.match(
      { status, body },
      { status: 409, body: { error: { code: "conflict", message: /MOBILEAPP1, OTHERAPP01/ } } },
    );
  }
  t.equal((await asAda(service, "GET", "/api/clients/ann?channel=OTHERAPP01")).status, 200);
  t.equal((await asAda(service, "GET", "/api/clients/ann?channel=OTHERAPP01&cursor=zzz")).status, 400);
  t.equal((await asAda(service, "GET", "/api/erasures?state=other")).status, 400);
  for (const number of ["", "0", "-1", "1.5", "one"])
    t.equal((await asAda(service, "GET", `/api/erasures?clientNumber=${number}`)).status, 400, number);
});
