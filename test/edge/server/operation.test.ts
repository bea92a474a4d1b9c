import t from "tap";
import Type from "typebox";
import { createBodyParser } from "../../../src/codec/schema/body-parser.ts";
import { defaultLimits } from "../../../src/config/limits.ts";
import { asAgentId } from "../../../src/core/ids.ts";
import { fail, ok } from "../../../src/core/result.ts";
import { Callers } from "../../../src/edge/routes/desk/desk-caller.ts";
import type { Operation } from "../../../src/edge/routes/operation.ts";
import { addOperations, operation } from "../../../src/edge/routes/operation.ts";
import { startEdge } from "../edge-world.ts";
import { ask } from "../wire.ts";

const profile = { name: "Kim", email: "kim@example.com", phone: null, photo: null, departmentIds: [] };
const tokens: readonly string[] = ["kim", "ada"];
const roles = ["agent", "admin"] as const;
const directory = {
  agent(id: number) {
    const role = roles[id];
    if (role === undefined) return undefined;
    return { profile: { ...profile, id: asAgentId(id), role }, isAvailable: true, isRemoved: false };
  },
};
const accounts = {
  authenticate(token: string) {
    const id = tokens.indexOf(token);
    return id < 0 ? undefined : asAgentId(id);
  },
  mustChangePassword: () => false,
  apiKeys: {
    find: () => undefined,
    list: () => [],
    create: () => Promise.reject(new Error("no key is created")),
    declare: async () => undefined,
  },
};
const callers = new Callers({ directory, accounts, origin: { publicUrl: null, isTls: false } });
const schema = Type.Object({ text: Type.String() }, { additionalProperties: false, title: "an object" });
const parse = createBodyParser(schema);

const declared = (find: "at once" | "later"): Operation => {
  const found = (id: string) => (id === "1" ? ok(Number(id)) : fail("not_found", "There is no such thing."));
  return operation({
    method: "post",
    path: "/api/things/:id",
    access: "administrator",
    id: "changeThing",
    summary: "Changes a thing.",
    tag: "Things",
    isIdempotent: true,
    find: ({ parameters: [id] }) => (find === "at once" ? found(id) : Promise.resolve(found(id))),
    query: {
      parameters: [],
      read: (exchange) => (exchange.query("how") === "wrong" ? fail("conflict", "Not so.") : ok(exchange.query("how"))),
    },
    body: { schema, parse },
    answer: { status: 201, description: "The thing.", schema },
    handle: ({ caller, found: thing, query: how, body: { text }, key }) =>
      ok({ by: caller.profile.role, thing, how, text, key }),
  });
};

/** Each row adds the right value for the check that the row before it failed. */
const rows = [
  { why: "no session", status: 401, path: "/api/things/2?how=wrong", body: "x".repeat(100) },
  { why: "not an administrator", status: 403, token: "kim", path: "/api/things/2?how=wrong", body: "x".repeat(100) },
  { why: "an unknown record", status: 404, token: "ada", path: "/api/things/2?how=wrong", body: "x".repeat(100) },
  {
    why: "a broken key",
    status: 400,
    token: "ada",
    path: "/api/things/1?how=wrong",
    body: "x".repeat(100),
    key: "a b",
  },
  { why: "the query", status: 409, token: "ada", path: "/api/things/1?how=wrong", body: "x".repeat(100), key: "a" },
  { why: "the size", status: 413, token: "ada", path: "/api/things/1?how=so", body: "x".repeat(100), key: "a" },
  { why: "the fields", status: 400, token: "ada", path: "/api/things/1?how=so", body: "{}", key: "a" },
  { why: "nothing", status: 201, token: "ada", path: "/api/things/1?how=so", body: '{"text":"Hi"}', key: "a" },
] as const;

for (const find of ["at once", "later"] as const)
  t.test(`an operation answers the first check that fails; the record is found ${find}`, async (t) => {
    const limits = { ...defaultLimits, bodyBytesMax: 64 };
    const { server, port } = await startEdge(t, (server) =>
      addOperations(server, { callers, limits }, [declared(find)]),
    );
    server.startServing();
    for (const row of rows) {
      const token = "token" in row ? [`Authorization: Bearer ${row.token}`] : [];
      const key = "key" in row ? [`Idempotency-Key: ${row.key}`] : [];
      const answer = await ask(port, "POST", row.path, row.body, [...token, ...key]);
      t.equal(answer.status, row.status, row.why);
      if (row.status === 201)
        t.strictSame(JSON.parse(answer.body), { by: "admin", thing: 1, how: "so", text: "Hi", key: "a" });
    }
    t.equal((await ask(port, "GET", "/api/things/1")).status, 405, "another method");
    const [route] = server.routes;
    t.match(route?.docs?.post, { id: "changeThing", access: "administrator", request: { schema } });
  });

t.test("operations of one path that differ in their gate are a defect", async (t) => {
  const other = (gate: "load" | "state"): Operation =>
    operation({
      method: gate === "load" ? "get" : "post",
      path: "/api/things",
      gate,
      access: "anyone",
      id: gate,
      summary: "",
      tag: "Things",
      answer: { status: 200, description: "" },
      handle: () => ok({}),
    });
  const routes = { route: () => undefined };
  t.throws(() => addOperations(routes, { callers, limits: defaultLimits }, [other("load"), other("state")]), {
    message: /operations of \/api\/things differ in their gate/,
  });
});
