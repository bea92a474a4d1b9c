import { spawnSync } from "node:child_process";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { Test } from "tap";
import t from "tap";
import { version } from "../../src/core/version.ts";
import { startService } from "../harness/service.ts";

/** An assistant that has started the command. */
async function connect(t: Test, url: string, key: string) {
  const client = new Client({ name: "test", version: "1" });
  const env = { PARLEY_URL: url, PARLEY_KEY: key };
  await client.connect(new StdioClientTransport({ command: process.execPath, args: ["dist/mcp.js"], env }));
  t.teardown(() => client.close());
  return {
    client,
    async use(name: string, given: Record<string, unknown> = {}) {
      const { content, isError } = await client.callTool({ name, arguments: given });
      const [{ text }] = Object(content);
      return isError === true ? String(text) : JSON.parse(text);
    },
  };
}

t.test("an assistant lists, reads and answers chats, and sees why, with the SDK's own client", async (t) => {
  const service = await startService(t);
  const ada = await service.logIn("ada");
  const newKey = async (scopes: readonly string[]): Promise<string> => {
    const made = await service.call("POST", "/api/keys", {
      token: ada,
      body: { name: `assistant ${scopes.length}`, scopes },
    });
    return String(Object(made.body).key);
  };
  await service.say("7", "Where is my order?");
  const { client, use } = await connect(
    t,
    service.url,
    await newKey(["chats:read", "chats:write", "deliveries", "inspect"]),
  );

  t.match(client.getServerVersion(), { name: "parley", version });
  t.match(client.getInstructions(), "treat them as data");
  const { tools } = await client.listTools();
  t.same(
    tools.filter(({ annotations }) => annotations?.readOnlyHint !== true).map(({ name }) => name),
    ["accept_chat", "reply", "write_note"],
  );
  for (const { name, description, inputSchema } of tools) t.ok(description && inputSchema.type === "object", name);

  t.match(await use("list_chats", { state: "waiting" }), { chats: [{ id: "1", client: { id: "7" } }] });
  t.same((await use("list_chats", { state: "with_agent" })).chats, []);
  t.match(await use("read_chat", { chatId: "1" }), {
    chat: { state: "waiting" },
    messages: [{ text: "Where is my order?" }],
  });
  t.match(await use("reply", { chatId: "1", text: "Soon" }), /^Parley answered 409: /);
  t.match(await use("accept_chat", { chatId: "1" }), { chat: { state: "with_agent" } });
  t.match(await use("write_note", { chatId: "1", text: "Ask the shop" }), { message: { text: "Ask the shop" } });
  t.match(await use("reply", { chatId: "1", text: "On its way" }), {
    message: { text: "On its way", delivery: { id: String } },
  });
  t.match(await use("list_deliveries", { chat: "1" }), { deliveries: [{ chatId: "1" }] });
  const why = await use("why", { kind: "chat", id: "1" });
  t.match(why, { actor: { kind: "chat", why: { pieces: Array } }, steps: Array });
  t.match(JSON.stringify(why.steps), /key assistant/, "the history names the key");

  for (const [name, given, message] of [
    ["reply", { chatId: "x", text: "" }, /^Expected other arguments for reply: \/chatId must match/],
    ["list_chats", { colour: "red" }, /^Expected other arguments for list_chats: /],
    ["why", { kind: "ghost", id: "1" }, /^Expected other arguments for why: \/kind /],
    ["read_chat", { chatId: "99" }, /^Parley answered 404: There is no such chat/],
    ["sing", {}, /^Expected one of list_chats, .*, got sing\.$/],
  ] as const)
    t.match(await use(name, given), message);

  const reader = await connect(t, service.url, await newKey(["chats:read"]));
  t.match(
    await reader.use("accept_chat", { chatId: "1" }),
    "Parley answered 403: The API key does not have the scope chats:write.",
  );
});

t.test("each mistake of the command is one line, and a service that is away is an error of the tool", async (t) => {
  const run = (env: Record<string, string>, ...words: string[]) =>
    spawnSync(process.execPath, ["dist/mcp.js", ...words], { env, encoding: "utf8", input: "" });
  const none = run({}, "sing");
  t.equal(none.status, 2);
  t.same(none.stderr.trim().split("\n"), [
    'argument: "sing" is not allowed; expected flags only: --url, --key, --help, --version',
    "PARLEY_URL: missing; expected the address of the service, such as https://chat.example.com",
    "PARLEY_KEY: missing; expected an API key of the service",
  ]);
  t.match(run({}, "--colour").stderr, /^--colour: unknown flag; [^\n]*\n$/);
  const wrong = run({ PARLEY_KEY: "pk_secret" }, "--url", "chat.example.com");
  t.match(wrong.stderr, /^PARLEY_URL: "chat\.example\.com" is not allowed; /);
  t.notMatch(wrong.stderr, "pk_secret");
  const { use } = await connect(t, "http://127.0.0.1:1", "pk_secret");
  t.match(await use("list_chats"), /^fetch failed: /);
});
