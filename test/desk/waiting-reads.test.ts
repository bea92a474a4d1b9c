import t from "tap";
import { chatAddress } from "../../machines/tells.ts";
import { asChatId } from "../../src/core/ids.ts";
import { configureChannel } from "../../src/domain/configure.ts";
import { StoreAwayError } from "../../src/ports/store-errors.ts";
import { readBehind } from "../domain/feed/held-reads.ts";
import { createHeldRows } from "../harness/held-rows.ts";
import { createMemoryStore } from "../harness/memory-store/memory-store.ts";
import type { Service } from "../harness/service.ts";
import { startService } from "../harness/service.ts";
import { channelNamed, chatOf } from "./chat-of.ts";

const chatRow = [chatAddress(asChatId("1"))] as const;
const notFound = { status: 404, body: { error: { code: "not_found", message: "There is no such chat." } } };

const textsOf = async (service: Service, token: string): Promise<readonly string[]> => {
  const { body } = await service.call("GET", "/api/chats/1/messages", { token });
  return body.messages.map(({ text }: { text: string }) => text);
};

t.test("a body that arrives during the lookup of its chat is read, and is stored once when repeated", async (t) => {
  const { store, hold } = createHeldRows();
  const service = await startService(t, { store });
  const { token, step } = await chatOf(service, "kim");
  const bodies = [
    { path: "messages", body: { type: "text", text: "Hi" }, status: 202 },
    { path: "note", body: { text: "Careful" }, status: 200 },
    { path: "typing", body: { type: "typein" }, status: 200 },
  ];
  for (const { path, body, status } of bodies) {
    const row = hold("actor", chatRow);
    const [one, other] = [1, 2].map(() => step(path, body, { "idempotency-key": `a-${path}` }));
    await row.asked;
    row.letGo();
    t.match(await one, { status }, path);
    t.match(await other, { status }, path);
  }
  t.strictSame(
    (await textsOf(service, token)).filter((text) => text === "Hi" || text === "Careful"),
    ["Hi", "Careful"],
  );
});

t.test("a missing object is reported before mistakes in the header and the body", async (t) => {
  const { store, hold } = createHeldRows();
  const service = await startService(t, { store, limits: { bodyBytesMax: 1_000 } });
  const { token, step } = await chatOf(service, "kim");
  const wrongKey = { "idempotency-key": "with a blank" };
  for (const path of ["messages", "note", "transfer"]) {
    const missing = await service.call("POST", `/api/chats/99/${path}`, { token, body: {}, headers: wrongKey });
    t.match(missing, notFound, path);
    const tooLong = await service.call("POST", `/api/chats/99/${path}`, { token, body: { text: "x".repeat(2_000) } });
    t.match(tooLong, notFound, path);
    const row = hold("actor", chatRow);
    const refused = step(path, { text: "x".repeat(2_000) }, wrongKey);
    await row.asked;
    row.letGo();
    t.match(await refused, { status: 400, body: { error: { message: /Idempotency-Key/ } } }, path);
    t.match(await step(path, { text: "x".repeat(2_000) }), { status: 413 }, path);
  }
  t.match(await service.call("POST", "/api/chats/99/call", { token, body: { phone: 7 } }), notFound);
  t.match(await service.call("POST", "/api/chats/99/close", { token }), notFound);
  for (const path of ["", "/answers"]) {
    const method = path === "" ? "PATCH" : "POST";
    const answer = await service.call(method, `/api/offline-messages/99${path}`, { token, body: { wrong: 1 } });
    t.match(answer, { status: 404, body: { error: { code: "not_found" } } }, method);
  }
});

t.test("an agent who loses access to a chat during its lookup gets the response for a missing chat", async (t) => {
  const { store, hold } = createHeldRows();
  const service = await startService(t, { store });
  const { token, step } = await chatOf(service, "kim");
  const kims = channelNamed(service, "MOBILEAPP1", ["kim"]);
  const lees = channelNamed(service, "MOBILEAPP1", ["lee"]);
  const requests = [
    () => service.call("GET", "/api/chats/1", { token }),
    () => step("note", { text: "seen by nobody" }),
    () => step("close"),
  ];
  for (const request of requests) {
    await configureChannel(service.app.runtime, kims);
    const row = hold("actor", chatRow);
    const answer = request();
    await row.asked;
    await configureChannel(service.app.runtime, lees);
    row.letGo();
    t.match(await answer, notFound);
  }
  const lee = await service.logIn("lee");
  t.notOk((await textsOf(service, lee)).includes("seen by nobody"));
});

t.test("a client that disconnects during the lookup of a chat leaves no unfinished work", async (t) => {
  const { store, hold } = createHeldRows();
  const service = await startService(t, { store });
  const { token } = await chatOf(service, "kim");
  const row = hold("actor", chatRow);
  const gone = new AbortController();
  const given = { headers: { authorization: `Bearer ${token}` }, signal: gone.signal };
  const left = fetch(`${service.url}/api/chats/1`, given);
  await row.asked;
  gone.abort();
  await t.rejects(left, { name: "AbortError" });
  row.letGo();
  t.match(await service.call("GET", "/api/chats/1", { token }), { status: 200 });
  await service.settle();
  t.strictSame(
    service.logLines.filter(({ level }) => Number(level) >= 50),
    [],
    "no defect",
  );
});

t.test(
  "while the database is unreachable a read is refused early, and logged with its reason and no stack",
  async (t) => {
    let isAway = false;
    const store = readBehind(createMemoryStore(), async () => {
      if (isAway) throw new StoreAwayError("away");
    });
    const service = await startService(t, { store });
    const { token } = await chatOf(service, "kim");
    isAway = true;
    const refused = await service.call("GET", "/api/chats/1", { token });
    t.match(refused, {
      status: 503,
      body: { error: { code: "unavailable", message: /The database cannot be reached/ } },
    });
    t.equal(refused.headers.get("retry-after"), "2");
    isAway = false;
    t.match(await service.call("GET", "/api/chats/1", { token }), { status: 200 });
    t.notOk(service.logLines.some(({ msg }) => msg === "request handler failed"));
    const told = service.logLines.filter(({ msg }) => msg === "the database cannot be reached");
    t.match(told, [{ level: 40, method: "get", route: "/api/chats/:id", reason: "away" }]);
    t.equal(told.length, 1);
    t.notOk("err" in (told[0] ?? {}));
  },
);
