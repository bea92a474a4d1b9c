import t from "tap";
import { everyPage } from "../harness/every-page.ts";
import { startService } from "../harness/service.ts";
import { agents, password } from "../harness/service-config.ts";

t.test(
  "[ERR-05] every address of the desk needs a live session, and a login reveals only success or failure",
  async (t) => {
    const service = await startService(t);
    await service.say("7", "Hello");
    const addresses = [
      ["GET", "/api/chats"],
      ["GET", "/api/chats/1"],
      ["GET", "/api/chats/1/messages"],
      ["POST", "/api/chats/1/messages"],
      ["POST", "/api/chats/1/accept"],
      ["POST", "/api/chats/1/close"],
      ["POST", "/api/deliveries/01HF7YAT0020GP7K7FDAS1DACQ/resend"],
      ["DELETE", "/api/session"],
    ] as const;
    const headers = [
      {},
      { authorization: "Bearer nobody" },
      { authorization: "Basic a2ltOmtpbQ==" },
      { authorization: "Bearer" },
    ];
    for (const [method, path] of addresses) {
      for (const header of headers) {
        const answer = await service.call(method, path, { headers: header });
        t.match(
          answer,
          { status: 401, body: { error: { code: "unauthorized", message: /Authorization/ } } },
          `${method} ${path}`,
        );
        t.equal(answer.headers.get("www-authenticate"), "Bearer");
        t.ok(answer.headers.get("x-request-id"));
      }
    }
    const logIn = (body: unknown) => service.call("POST", "/api/session", { body });
    const entered = await logIn({ email: "Kim@Example.com", password });
    t.equal(entered.status, 200);
    t.equal(entered.headers.get("cache-control"), "no-store");
    const { token, agent } = entered.body;
    const { departmentIds, ...kim } = agents.kim;
    t.strictSame(agent, { ...kim, departments: departmentIds });
    t.equal((await service.call("GET", "/api/chats", { token })).status, 200);
    const wrong = await logIn({ email: "kim@example.com", password: "wrong" });
    const unknown = await logIn({ email: "nobody@example.com", password: "wrong" });
    t.match(wrong, { status: 401, body: { error: { code: "unauthorized" } } });
    t.equal(wrong.headers.get("www-authenticate"), "Bearer");
    t.strictSame(unknown.body, wrong.body);
    for (const [body, word] of [
      [{ email: "kim@example.com" }, /password/],
      [{ email: 7, password }, /email/],
      ["{", /JSON/],
    ] as const) {
      t.match(await logIn(body), { status: 400, body: { error: { code: "invalid_request", message: word } } });
    }
    let slowed = await logIn({ email: "kim@example.com", password: "wrong" });
    for (let tries = 0; tries < 10 && slowed.status === 401; tries += 1)
      slowed = await logIn({ email: "kim@example.com", password: "wrong" });
    t.match(slowed, { status: 429, body: { error: { code: "rate_limited" } } });
    t.ok(Number(slowed.headers.get("retry-after")) >= 1);
    const written = JSON.stringify(service.logLines);
    t.notOk(written.includes(token) || written.includes(password), "no secret reaches the log");
  },
);

t.test("an agent sees only the chats of its channels; the response names methods that are not served", async (t) => {
  const service = await startService(t);
  await service.say("7", "Hello");
  const [kim, max, ada] = [await service.logIn("kim"), await service.logIn("max"), await service.logIn("ada")];
  const hidden = [];
  for (const [method, rest] of [
    ["GET", ""],
    ["GET", "/messages"],
    ["POST", "/messages"],
    ["POST", "/accept"],
    ["POST", "/close"],
  ] as const) {
    for (const id of ["1", "2", "0", "01", "x", "1e0", "99999999999999999999"]) {
      const body = rest === "/messages" && method === "POST" ? { type: "text", text: "Hi" } : undefined;
      const answer = await service.call(method, `/api/chats/${id}${rest}`, { token: max, body });
      t.equal(answer.status, 404, `${method} ${id}${rest}`);
      hidden.push(JSON.stringify(answer.body));
    }
  }
  t.equal(new Set(hidden).size, 1, "a chat of another channel is answered like a missing chat");
  t.strictSame((await service.call("GET", "/api/chats", { token: max })).body, { chats: [], cursor: null });
  for (const token of [kim, ada]) {
    t.match((await service.call("GET", "/api/chats/1", { token })).body, { chat: { id: "1", state: "waiting" } });
    t.equal((await service.call("GET", "/api/chats", { token })).body.chats.length, 1);
  }
  for (const [method, path, allow] of [
    ["PUT", "/api/chats", "GET, HEAD"],
    ["DELETE", "/api/chats/1", "GET, HEAD"],
    ["PATCH", "/api/chats/1/messages", "GET, HEAD, POST"],
    ["GET", "/api/chats/1/accept", "POST"],
    ["PATCH", "/api/session", "GET, HEAD, POST, DELETE"],
  ] as const) {
    const answer = await service.call(method, path, { token: kim });
    t.match(answer, { status: 405, body: { error: { code: "method_not_allowed" } } });
    t.equal(answer.headers.get("allow"), allow);
  }
  t.equal((await service.call("GET", "/api/nothing", { token: kim })).status, 404);
});

t.test("pages of chats and messages are complete; a wrong parameter is named", async (t) => {
  const service = await startService(t, { limits: { pageRowsMax: 4 } });
  const token = await service.logIn("ada");
  const kim = await service.logIn("kim");
  for (let number = 1; number <= 13; number += 1) {
    await service.say(`client ${number}`, "Hello", number % 4 === 0 ? "OTHERAPP01" : "MOBILEAPP1");
    if (number % 3 === 0)
      await service.call("POST", `/api/chats/${number}/accept`, { token: number === 9 ? kim : token });
    if (number % 5 === 0) await service.call("POST", `/api/chats/${number}/close`, { token });
  }
  const list = (query: string, by = token) => {
    const read = async (cursor: string) => {
      const { status, body } = await service.call("GET", `/api/chats?${query}&cursor=${cursor}`, { token: by });
      t.equal(status, 200);
      t.ok(body.chats.length <= 4);
      return body;
    };
    return everyPage(read, ({ chats }) => chats.map(({ id }) => Number(id)));
  };
  const newestFirst = (fits: (number: number) => boolean) =>
    Array.from({ length: 13 }, (_, index) => 13 - index).filter(fits);
  t.strictSame(
    await list(""),
    newestFirst(() => true),
  );
  t.strictSame(
    await list("state=with_agent"),
    newestFirst((number) => number % 3 === 0 && number % 5 !== 0),
  );
  t.strictSame(await list("state=closed"), [10, 5]);
  t.strictSame(await list("state=with_bot"), []);
  t.strictSame(await list("channel=OTHERAPP01"), [12, 8, 4]);
  t.strictSame(await list("channel=OTHERAPP01&state=waiting"), [8, 4]);
  t.strictSame(await list("channel=NOSUCHCHANNEL"), []);
  t.strictSame(await list("agent=1"), [9]);
  t.strictSame(await list("agent=4&state=with_agent"), [12, 6, 3]);
  t.strictSame(
    await list("", kim),
    newestFirst((number) => number % 4 !== 0),
    "only the agent's channels",
  );
  t.strictSame(await list("channel=OTHERAPP01", kim), []);
  for (const [query, word] of [
    ["state=asleep", /state/],
    ["agent=kim", /agent/],
    ["cursor=1", /cursor/],
    ["cursor=%00", /cursor/],
  ] as const) {
    const answer = await service.call("GET", `/api/chats?${query}`, { token });
    t.match(answer, { status: 400, body: { error: { code: "invalid_request", message: word } } }, query);
  }

  for (let number = 2; number <= 10; number += 1) await service.say("client 1", `text ${number}`);
  const seqs: number[] = [];
  for (let after = 0; ; after = seqs.at(-1) ?? 0) {
    const { body } = await service.call("GET", `/api/chats/1/messages?after=${after}`, { token });
    if (body.messages.length === 0) break;
    t.ok(body.messages.length <= 4);
    seqs.push(...body.messages.map(({ seq }: { seq: number }) => seq));
  }
  t.strictSame(seqs, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  for (const after of ["-1", "x", "1.5"]) {
    const answer = await service.call("GET", `/api/chats/1/messages?after=${after}`, { token });
    t.match(answer, { status: 400, body: { error: { code: "invalid_request", message: /after/ } } });
  }
});

t.test("a page that read many chats without a match is short, and the next page continues", async (t) => {
  const service = await startService(t, { limits: { pageRowsMax: 1 } });
  await service.say("7", "Hello");
  for (let number = 2; number <= 150; number += 1) await service.say(`client ${number}`, "Hello", "OTHERAPP01");
  const token = await service.logIn("kim");
  const { body } = await service.call("GET", "/api/chats?state=waiting", { token });
  t.strictSame(body.chats, []);
  t.type(body.cursor, "string");
  const next = await service.call("GET", `/api/chats?state=waiting&cursor=${body.cursor}`, { token });
  t.match(next.body.chats, [{ id: "1" }]);
});
