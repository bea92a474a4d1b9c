import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import t from "tap";
import { openFaultyLink } from "../harness/faulty-link.ts";
import { startService } from "../harness/service.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";

const run = promisify(execFile);

/** A program of somebody who has installed the package. It prints what it gets. */
const program = `
import { isSigned, Parley, ParleyError } from "parley-client";
import type { DeskFrame, Schemas } from "parley-client";

const [url = "", key = ""] = process.argv.slice(2);
const parley = new Parley({ url, key });
const { chats } = await parley.request("GET /api/chats", { query: { state: "waiting" } });
const [first]: Schemas["Chat"][] = chats;
const path = { id: first?.id ?? "" };
await parley.request("POST /api/chats/{id}/accept", { path });
const sent = { path, body: { type: "text", text: "On its way" }, idempotencyKey: "once" } as const;
const [one, other] = [await parley.request("POST /api/chats/{id}/messages", sent), await parley.request("POST /api/chats/{id}/messages", sent)];
console.log(one.message.text, one.message.seq === other.message.seq);
try {
  await parley.request("GET /api/agents");
} catch (error) {
  if (error instanceof ParleyError) console.log(error.status, error.code, error.message, error.requestId !== null);
}
const seen: DeskFrame["type"][] = [];
let since = 0;
for await (const frame of parley.follow()) {
  if (frame.type === "ready") since = frame.cursor;
  if (frame.type === "ready" && seen.length === 0) console.log("following");
  if (frame.type === "message" && frame.message.text === "The end") break;
  seen.push(frame.type);
}
console.log(seen.filter((type) => type === "ready").length, "connections");
for await (const frame of parley.follow({ since })) {
  if (frame.type !== "message") continue;
  console.log("resumed with", frame.message.text);
  break;
}
try {
  for await (const frame of new Parley({ url, key: "pk_" + "0".repeat(40) }).follow()) console.log(frame.type);
} catch (error) {
  if (error instanceof ParleyError) console.log(error.status, error.message);
}
const headers = { "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek", "webhook-timestamp": "1614265330", "webhook-signature": "v1,a v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=" };
const signed = { secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", headers, body: '{"test": 2432232314}', nowMs: 1614265330000 };
console.log(isSigned(signed), isSigned({ ...signed, body: "{}" }), isSigned({ ...signed, nowMs: 1614266330000 }), isSigned({ ...signed, headers: {} }));
`;

const settings = {
  compilerOptions: {
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    module: "nodenext",
    target: "es2023",
    lib: ["es2023", "dom"],
    types: [],
    skipLibCheck: false,
  },
  files: ["program.ts", "node.d.ts"],
};

t.test(
  "a packed client works outside of this project: its types, requests, the socket across a break, signatures",
  async (t) => {
    const service = await startService(t);
    const folder = temporaryFolder(t);
    await run(process.execPath, ["src/build/client.ts", "--out", join(folder, "client"), service.url]);
    const env = { ...process.env, npm_config_cache: join(folder, "cache") };
    const packed = await run("npm", ["pack", "--json", "--pack-destination", folder, join(folder, "client")], { env });
    const [{ filename, version, files }] = JSON.parse(packed.stdout);
    t.equal(version, JSON.parse(JSON.stringify((await (await fetch(`${service.url}/healthz`)).json()).version)));
    t.same(files.map(({ path }: { path: string }) => path).sort(), [
      "README.md",
      "index.d.ts",
      "index.js",
      "package.json",
      "types.d.ts",
    ]);
    const place = join(folder, "program", "node_modules", "parley-client");
    mkdirSync(place, { recursive: true });
    await run("tar", ["-xzf", join(folder, filename), "--strip-components=1", "-C", place]);
    const at = (name: string): string => join(folder, "program", name);
    writeFileSync(at("program.ts"), program);
    writeFileSync(at("package.json"), '{"type":"module"}');
    writeFileSync(at("node.d.ts"), "declare const process: { argv: string[] };\n");
    writeFileSync(at("tsconfig.json"), JSON.stringify(settings));
    const checked = await run(resolve("node_modules/.bin/tsc"), ["-p", at("tsconfig.json")]).catch((error) => error);
    t.equal(checked.stdout, "");

    const ada = await service.logIn("ada");
    const { body: created } = await service.call("POST", "/api/keys", {
      token: ada,
      body: { name: "client", scopes: ["chats:read", "chats:write"] },
    });
    await service.say("7", "Where is my order?");
    const link = await openFaultyLink(t, service.url);
    const child = execFile(process.execPath, [
      "--no-warnings",
      at("program.ts"),
      link.url,
      String(Object(created).key),
    ]);
    let said = "";
    child.stderr?.on("data", (text) => t.fail(text));
    child.stdout?.on("data", (text: string) => {
      said += text;
      if (!text.includes("following")) return;
      link.strike({ type: "reset" });
      void service.say("7", "The end");
    });
    await once(child, "close");
    t.same(said.trim().split("\n"), [
      "On its way true",
      "403 access_denied The API key does not have the scope administration. true",
      "following",
      "2 connections",
      "resumed with The end",
      "4401 The API key is wrong, expired or revoked, or it was not sent as Bearer in the header Authorization.",
      "true false false false",
    ]);
  },
);
