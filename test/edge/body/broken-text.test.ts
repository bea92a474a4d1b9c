import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Test } from "tap";
import t from "tap";
import { WebSocket } from "ws";
import { parseGrantedToken } from "../../../src/codec/b-bot/oauth-token.ts";
import { brokenTextIn } from "../../../src/codec/json/json.ts";
import { sampleWebhookUrl } from "../../../src/core/addresses/sample-customer.ts";
import { judgeAnswer } from "../../../src/delivery/customer/customer-requests.ts";
import { judgeWebhookAnswer } from "../../../src/delivery/webhook/webhook-requests.ts";
import { maskDefinition } from "../../../src/inspect/secrets/mask-secrets.ts";
import { openLmdbStore } from "../../../src/store/lmdb/open-lmdb-store.ts";
import { load } from "../../config/load.ts";
import type { Service } from "../../harness/service.ts";
import { startService } from "../../harness/service.ts";
import { bot } from "../../harness/service-config.ts";
import { temporaryFolder } from "../../harness/temporary-folder.ts";
import { enterVisitor } from "../../harness/visitor-client.ts";
import { quickFolder, recordingLog } from "../../store/lmdb-fixture.ts";
import { asWidget } from "../../visitors/visitor-channel.ts";
import { openWire } from "../wire.ts";
import { addresses, bodies, frames, headers } from "./broken-text-entries.ts";

/** Texts that a stranger may send: JSON escapes, and bytes that are not UTF-8. */
const escaped: readonly (readonly [name: string, text: string])[] = [
  ["a lone high surrogate", "\\ud800"],
  ["a lone low surrogate", "\\udfff"],
  ["a reversed pair", "\\uDE00\\uD83D"],
  ["half of a pair before a whole one", "\\ud83d\\ud83d\\ude00"],
  ["NUL", "\\u0000"],
  ["a whole character", "\\ud83d\\ude00"],
];
const bytes: readonly (readonly [name: string, bytes: readonly number[]])[] = [
  ["an overlong NUL", [0xc0, 0x80]],
  ["a surrogate as three bytes", [0xed, 0xa0, 0x80]],
  ["bytes that are never UTF-8", [0xff, 0xfe]],
  ["a character cut short", [0xf0, 0x9f, 0x98]],
];

const sampleToken = "a-token-of-24-characters";
/** The values of the placeholders in the table of bodies. */
const places: Readonly<Record<string, string>> = {
  "{channel}": "/chat-api/3b6fA0aaaaaaaaaaaaaaaa/OTHERAPP01",
  "{sample}": `/sample/SAMPLEAPP1/${sampleToken}/messages`,
};

/** Replaces every `@` of the template with the bytes. */
function filled(template: string, hostile: Uint8Array): Buffer {
  const parts = template.split("@").flatMap((part, index) => [...(index === 0 ? [] : [hostile]), Buffer.from(part)]);
  return Buffer.concat(parts);
}

const inJson: readonly (readonly [name: string, hostile: Buffer])[] = [
  ...escaped.map(([name, text]) => [name, Buffer.from(text)] as const),
  ...bytes.map(([name, raw]) => [name, Buffer.from(raw)] as const),
];
const inAddress: readonly (readonly [name: string, hostile: string])[] = [
  ...bytes.map(([name, raw]) => [name, raw.map((byte) => `%${byte.toString(16)}`).join("")] as const),
  ["NUL", "%00"],
  ["half an escape", "%e"],
  ["an escape as JSON has it", "%5Cud800"],
];

/** Uses the store on the disk, whose keys are bytes. */
async function startWithAll(t: Test): Promise<Service> {
  const store = await openLmdbStore({ dir: quickFolder(t), log: recordingLog() });
  const service = await startService(t, {
    store,
    channels: { ...asWidget(), OTHERAPP01: { bot }, SAMPLEAPP1: { webhookUrl: sampleWebhookUrl(sampleToken) } },
    config: {
      telephony: { gatewayUrl: "https://pbx.example.com", token: "pbx-t0k3n-of-the-gateway" },
      departments: [{ id: 1, name: "Sales" }],
    },
    limits: { badPathsPerMinute: 100_000 },
  });
  t.teardown(async () => {
    await service.stop();
    await store.close();
  });
  return service;
}

/** Fails if there was a defect or a parked actor, or if a valid request is not served. */
async function wentWell(t: Test, service: Service): Promise<void> {
  await service.settle();
  t.strictSame(service.app.runtime.defects.parked(), []);
  t.strictSame(
    service.logLines.filter(({ level, err }) => Number(level) >= 50 || err !== undefined),
    [],
  );
  await service.say("somebody", "Hello", "OTHERAPP01");
  const { page } = await enterVisitor(t, service);
  t.match(await page.ask({ type: "message", text: "Hello" }), { type: "done" });
}

t.test("no bytes in the texts of a body cause a defect; every route with a JSON body is tested", async (t) => {
  const service = await startWithAll(t);
  const taken = service.app.routes.flatMap(({ pattern, methods, docs }) =>
    Object.keys(methods)
      .filter((method) => {
        const request = Object.entries(docs ?? {}).find(([name]) => name === method)?.[1].request;
        return request !== undefined && (request.contentType ?? "application/json") === "application/json";
      })
      .map((method) => `${method} ${pattern}`),
  );
  t.strictSame(
    taken.filter((route) => !bodies.some(([name]) => name === route)),
    [],
  );
  const { page } = await enterVisitor(t, service);
  await page.ask({ type: "message", text: "Hello" });
  const tokens = { kim: await service.logIn("kim"), ada: await service.logIn("ada") };
  await service.call("POST", "/api/chats/1/accept", { token: tokens.kim });
  for (const [route, path, ...templates] of bodies) {
    const address = places[path] ?? path;
    const [method = ""] = route.split(" ");
    for (const template of templates) {
      const statuses = await Promise.all(
        inJson.map(async ([name, hostile]) => {
          const answer = await fetch(`${service.url}${address}`, {
            method: method.toUpperCase(),
            headers: {
              "content-type": "application/json",
              authorization: `Bearer ${path.startsWith("/api/chats") ? tokens.kim : tokens.ada}`,
            },
            body: new Uint8Array(filled(template, hostile)),
          });
          const body: unknown = JSON.parse(await answer.text());
          if (answer.status >= 500 && answer.status !== 502 && answer.status !== 503)
            return `${name}: ${answer.status}`;
          return brokenTextIn(body) === null ? null : `${name}: ${JSON.stringify(body)}`;
        }),
      );
      t.strictSame(
        statuses.filter((problem) => problem !== null),
        [],
        `${route} ${template.slice(0, 100)}`,
      );
    }
  }
  await wentWell(t, service);
});

t.test("no frame parks an actor; the valid parts of a frame are stored", async (t) => {
  const service = await startWithAll(t);
  const hello: Readonly<Record<string, string>> = {
    "/ws/widget": '{"type":"hello","widget":"MOBILEAPP1"}',
    "/ws/desk": JSON.stringify({ type: "hello", token: await service.logIn("kim") }),
    "/ws/inspect": '{"type":"beat"}',
  };
  const authorization = `Bearer ${await service.logIn("ada")}`;
  /**
   * Sends each frame three times, because an actor is parked after three defects. Resolves when all frames were processed, or the
   * wanted text arrived.
   */
  const sendFrame = (path: string, frame: Buffer, wanted = /"beat"|"last"/): Promise<readonly string[]> =>
    new Promise((resolve, reject) => {
      const socket = new WebSocket(`${service.url.replace("http", "ws")}${path}`, {
        headers: path === "/ws/inspect" ? { authorization } : {},
      });
      const got: string[] = [];
      socket.on("error", reject);
      socket.on("close", (code, reason) => resolve([...got, `${code} ${reason}`]));
      socket.on("message", (data) => {
        const text = String(data);
        if (got.length === 0) {
          for (let time = 1; time <= 3; time += 1) socket.send(frame, { binary: false });
          socket.send('{"type":"beat","id":"last"}');
        }
        got.push(text);
        if (got.length > 1 && wanted.test(text)) socket.close();
      });
      socket.on("open", () => socket.send(hello[path] ?? ""));
    });
  for (const [path, templates] of Object.entries(frames))
    for (const template of templates)
      for (const [name, hostile] of inJson) {
        const got = await sendFrame(path, filled(template, hostile));
        const broken = got.filter((text) => text.startsWith("{") && brokenTextIn(JSON.parse(text)) !== null);
        t.strictSame(broken, [], `${path} ${template} ${name}`);
        t.notOk(
          got.some((text) => text.startsWith("1011")),
          `${path} ${template} ${name}`,
        );
      }
  const said = await sendFrame(
    "/ws/widget",
    Buffer.from('{"type":"message","id":"k1","text":"a\\ud83d\\ude00\\ud83db"}'),
    /"text":"a/,
  );
  t.match(said.join(), "a😀\ufffdb", "a text is repaired");
  const refused = await sendFrame("/ws/widget", Buffer.from('{"type":"message","id":"\\ud800","text":"a"}'));
  t.match(refused.at(-1), /^4400 Field id contains half of a character/, "an id is not repaired");
  await wentWell(t, service);
});

t.test("no byte of an address or a header causes a defect", async (t) => {
  const service = await startWithAll(t);
  const { page, ready } = await enterVisitor(t, service);
  await page.ask({ type: "message", text: "Hello" });
  const tokens = { kim: await service.logIn("kim"), ada: await service.logIn("ada"), visitor: ready.visitor };
  const bearerOf = (address: string): string => {
    if (address.startsWith("/widget")) return tokens.visitor;
    return address.startsWith("/api/chats") ? tokens.kim : tokens.ada;
  };
  for (const [method, address] of addresses)
    for (const [name, hostile] of inAddress) {
      const answer = await fetch(`${service.url}${address.replaceAll("@", hostile)}`, {
        method,
        headers: { authorization: `Bearer ${bearerOf(address)}` },
        ...(method === "POST" ? { body: "bytes" } : {}),
      });
      await answer.arrayBuffer();
      t.ok(answer.status < 500, `${method} ${address} ${name}: ${answer.status}`);
    }
  for (const [header, value] of headers)
    for (const [name, raw] of bytes) {
      const wire = await openWire(Number(new URL(service.url).port));
      const line = `${header}: ${value}`;
      const head = `POST /api/chats/1/note HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${tokens.kim}\r\n`;
      const rest = Buffer.from('\r\nContent-Length: 12\r\n\r\n{"text":"a"}');
      wire.send(Buffer.concat([Buffer.from(head), filled(line, Buffer.from(raw)), rest]));
      const answer = await wire.answer();
      wire.abort();
      t.ok(answer.status < 500, `${header} ${name}: ${answer.status}`);
    }
  await wentWell(t, service);
});

t.test(
  "[WH-31] invalid text in answers of customer systems, owners' servers and token endpoints is repaired",
  async (t) => {
    for (const [name, text] of escaped) {
      const body = `{"result":"${text}","error":null,"${text}":1}`;
      const error = `{"error":{"code":"${text}","message":"a${text}"}}`;
      const row = `{"title":"a${text}","content":"a${text}","key":"a${text}","link":"https://a.example.com/${text}"}`;
      const crm = `{"result":"ok","custom_data":[${row}],"contact_info":{"name":"a${text}"},"crm_link":"https://a.example.com/${text}"}`;
      const settings = { strictAnswers: false, hiddenErrorCodes: [] };
      const read = [
        judgeAnswer({ httpStatus: 200, body }, settings),
        judgeAnswer({ httpStatus: 200, body: error }, settings),
        judgeWebhookAnswer({ httpStatus: 200, body, secrets: [] }),
        judgeWebhookAnswer({ httpStatus: 200, body: crm, secrets: [] }),
        parseGrantedToken(`{"access_token":"${text}"}`),
        JSON.parse(
          maskDefinition(`{"id":"${text}","${text}":"${text}"}`, {
            text: (said) => said,
            mask: (value) => value,
          }),
        ),
      ];
      t.equal(brokenTextIn(read), null, name);
    }
  },
);

t.test("a config file and a secret's file must be valid UTF-8 with complete characters, also in keys", async (t) => {
  const folder = temporaryFolder(t);
  const [file, secret] = [join(folder, "parley.json"), join(folder, "secret")];
  for (const [name, raw] of bytes) {
    writeFileSync(file, filled('{"departments":[{"id":1,"name":"@"}]}', Buffer.from(raw)));
    t.match(load({ argv: ["--config", file] }), { kind: "mistakes", lines: [/not valid UTF-8/] }, name);
    writeFileSync(secret, Buffer.from(raw));
    writeFileSync(file, '{"telephony":{"gatewayUrl":"https://a.example.com","token":{"file":"secret"}}}');
    t.match(
      load({ argv: ["--config", file] }),
      { kind: "mistakes", lines: [/^telephony.token: .*not valid UTF-8/] },
      name,
    );
  }
  for (const text of ["\\ud800", "\\udfff", "\\ude00\\ud83d"])
    for (const template of ['{"departments":[{"id":1,"name":"@"}]}', '{"departments":[{"id":1,"name":"a","@":1}]}']) {
      writeFileSync(file, filled(template, Buffer.from(text)));
      const outcome = load({ argv: ["--config", file] });
      t.ok(
        outcome.kind === "mistakes" && outcome.lines.some((line) => /half of a character|unknown key/.test(line)),
        template,
      );
    }
});
