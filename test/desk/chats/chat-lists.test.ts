import t from "tap";
import type { DeskChat } from "../../../src/codec/desk/desk.ts";
import type { ApiAnswer, Service } from "../../harness/service.ts";
import { startService } from "../../harness/service.ts";
import { chatOf } from "../chat-of.ts";

const idsOf = ({ body }: ApiAnswer): readonly string[] => body.chats.map(({ id }: DeskChat) => id);
const ask = (service: Service, token: string, query: string): Promise<ApiAnswer> =>
  service.call("GET", `/api/chats?${query}`, { token });

t.test("the open chats are all except closed and blocked ones", async (t) => {
  const service = await startService(t);
  const token = await service.logIn("kim");
  await service.say("waits", "Hello");
  await (await chatOf(service, "kim", "closed")).step("close");
  await chatOf(service, "kim", "mine");
  await service.say("blocked", "Hello");
  await service.call("POST", "/api/chats/4/blacklist", { token, body: { value: true } });
  t.strictSame(idsOf(await ask(service, token, "state=blocked")), ["4"]);
  t.strictSame(idsOf(await ask(service, token, "state=open")), ["3", "1"]);
  t.strictSame(idsOf(await ask(service, token, "")), ["3", "2", "1"]);
});

t.test("all chats of a client are found by its number, over or not, newest first", async (t) => {
  const service = await startService(t);
  const [kim, max] = [await service.logIn("kim"), await service.logIn("max")];
  for (let chats = 0; chats < 4; chats += 1) {
    const { step } = await chatOf(service, "kim", "7");
    if (chats < 3) await step("close");
    await service.say(`another ${chats}`, "Hello");
  }
  const [newest] = (await ask(service, kim, "state=with_agent")).body.chats;
  t.match(newest, { id: "7", client: { number: 1, chatsCount: 4 } });
  t.strictSame(idsOf(await ask(service, kim, "client=1")), ["7", "5", "3", "1"]);
  t.strictSame(idsOf(await ask(service, kim, "client=1&state=open")), ["7"]);
  t.strictSame(idsOf(await ask(service, kim, "client=1&state=closed")), ["5", "3", "1"]);
  t.strictSame(idsOf(await ask(service, kim, "client=1&channel=OTHERAPP01")), []);
  t.strictSame(idsOf(await ask(service, kim, "client=99")), []);
  t.strictSame(idsOf(await ask(service, max, "client=1")), [], "of a channel without this agent");
  const first = await ask(service, kim, "client=1&limit=3");
  t.strictSame(idsOf(first), ["7", "5", "3"]);
  const second = await ask(service, kim, `client=1&limit=3&cursor=${first.body.cursor}`);
  t.strictSame([idsOf(second), second.body.cursor], [["1"], null]);
});

t.test("a page has as many chats as were asked for; a limit out of bounds is refused", async (t) => {
  const service = await startService(t, { limits: { pageRowsMax: 2 } });
  const token = await service.logIn("kim");
  for (let number = 1; number <= 60; number += 1) await service.say(`client ${number}`, "Hello");
  t.equal(idsOf(await ask(service, token, "")).length, 2);
  t.equal(idsOf(await ask(service, token, "limit=1")).length, 1);
  const page = await ask(service, token, "limit=59");
  t.equal(idsOf(page).length, 59);
  t.strictSame(idsOf(await ask(service, token, `limit=1000&cursor=${page.body.cursor}`)), ["1"]);
  for (const limit of ["0", "1001", "-1", "many"]) {
    const answer = await ask(service, token, `limit=${limit}`);
    t.match(answer, { status: 400, body: { error: { code: "invalid_request", message: /limit/ } } }, limit);
  }
});

t.test("messages can also be read in pages from the end, each page in order", async (t) => {
  const service = await startService(t, { limits: { pageRowsMax: 4 } });
  const token = await service.logIn("kim");
  for (let number = 1; number <= 10; number += 1) await service.say("7", `text ${number}`);
  const seqs = async (query: string): Promise<readonly number[]> => {
    const { body } = await service.call("GET", `/api/chats/1/messages?${query}`, { token });
    return body.messages.map(({ seq }: { seq: number }) => seq);
  };
  t.strictSame(await seqs("before=999999999999999"), [7, 8, 9, 10]);
  t.strictSame(await seqs("before=7"), [3, 4, 5, 6]);
  t.strictSame(await seqs("before=3"), [1, 2]);
  t.strictSame(await seqs("before=1"), []);
  t.strictSame(await seqs("before=0"), []);
  t.match(await service.call("GET", "/api/chats/1/messages?before=7&after=3", { token }), {
    status: 400,
    body: { error: { code: "invalid_request", message: /after and before/ } },
  });
  t.match(await service.call("GET", "/api/chats/1/messages?before=x", { token }), {
    status: 400,
    body: { error: { code: "invalid_request", message: /before/ } },
  });
});
