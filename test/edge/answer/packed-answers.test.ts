import type { IncomingHttpHeaders } from "node:http";
import { request } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import t from "tap";
import { pack, packingFor } from "../../../src/edge/answer/packing.ts";
import type { Service } from "../../harness/service.ts";
import { startService } from "../../harness/service.ts";

interface Raw {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  /** The bytes on the wire. */
  readonly body: Buffer;
}

/** Returns the answer without decompressing it. */
function ask(url: string, headers: Readonly<Record<string, string>>, method = "GET"): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { method, headers }, async (response) => {
      const pieces: Buffer[] = [];
      for await (const piece of response) pieces.push(piece);
      resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(pieces) });
    });
    asked.on("error", reject);
    asked.end();
  });
}

async function chatOf(service: Service, messages: number): Promise<string> {
  for (let number = 1; number <= messages; number += 1) await service.say("7", `Message ${number} ${"ä".repeat(900)}`);
  return `${service.url}/api/chats/1/messages`;
}

t.test(
  "large answers of the API are compressed in a form that the caller accepts, and decompress to the same text",
  async (t) => {
    const service = await startService(t, { limits: { senderPerSecond: 1_000, senderBurst: 1_000 } });
    const authorization = `Bearer ${await service.logIn("kim")}`;
    for (const [count, size] of [
      [3, "small enough to be packed at once"],
      [80, "packed by a thread"],
    ] as const) {
      const url = await chatOf(service, count);
      const plain = await ask(url, { authorization });
      t.equal(
        plain.headers["content-encoding"],
        undefined,
        "a client without Accept-Encoding gets the uncompressed response",
      );
      t.equal(plain.headers.vary, "Accept-Encoding");
      for (const [accepted, packing, unpack] of [
        ["gzip, deflate, br", "gzip", gunzipSync],
        ["br", "br", brotliDecompressSync],
      ] as const) {
        const packed = await ask(url, { authorization, "accept-encoding": accepted });
        t.match(packed, { status: 200, headers: { "content-encoding": packing, vary: "Accept-Encoding" } }, size);
        t.ok(unpack(packed.body).equals(plain.body), `the same bytes: ${size}, ${packing}`);
        t.ok(packed.body.length * 3 < plain.body.length, `${packed.body.length} of ${plain.body.length} bytes`);
        const head = await ask(url, { authorization, "accept-encoding": accepted }, "HEAD");
        t.match(head.headers, { "content-encoding": packing, "content-length": String(packed.body.length) });
        t.equal(head.body.length, 0);
      }
      for (const refused of ["identity", "gzip;q=0", "deflate"]) {
        const answer = await ask(url, { authorization, "accept-encoding": refused });
        t.equal(answer.headers["content-encoding"], undefined, refused);
        t.ok(answer.body.equals(plain.body));
      }
    }
  },
);

t.test("small answers, failures and answers with secrets are not compressed", async (t) => {
  const service = await startService(t);
  const takesAll = { "accept-encoding": "gzip, br" };
  const authorization = `Bearer ${await service.logIn("ada")}`;
  for (const [path, status] of [
    ["/api/chats", 200],
    ["/api/chats?state=nothing", 400],
    ["/api/session", 401],
  ] as const) {
    const headers = status === 401 ? takesAll : { ...takesAll, authorization };
    const answer = await ask(service.url + path, headers);
    t.equal(answer.status, status);
    t.equal(answer.headers["content-encoding"], undefined, path);
    t.ok(answer.body.length < 1_024);
  }
  const token = authorization.slice("Bearer ".length);
  const lines = { hiddenErrorCodes: Array.from({ length: 50 }, (_, number) => `a code of its own, number ${number}`) };
  const changed = await service.call("PATCH", "/api/channels/MOBILEAPP1", { token, body: lines });
  t.equal(changed.status, 200);
  for (const path of ["/api/channels", "/api/channels/MOBILEAPP1"]) {
    const answer = await ask(service.url + path, { ...takesAll, authorization });
    t.match(String(answer.body), /endpointUrl/);
    t.ok(answer.body.length > 1_024);
    t.equal(answer.headers["content-encoding"], undefined, `${path} contains the secret of an address`);
  }
});

t.test("a chart is compressed once, and a client that has it gets 304", async (t) => {
  const service = await startService(t);
  await service.say("7", "Hello");
  const token = await service.logIn("ada");
  const { body } = await service.call("GET", "/api/inspect/actors/chat/1", { token });
  const url = `${service.url}/api/inspect/charts/${JSON.parse(JSON.stringify(body)).actor.chart}`;
  const authorization = `Bearer ${token}`;
  const plain = await ask(url, { authorization });
  t.match(plain, { status: 200, headers: { "content-type": "image/svg+xml", vary: "Accept-Encoding" } });
  const packed = await ask(url, { authorization, "accept-encoding": "gzip" });
  t.equal(packed.headers["content-encoding"], "gzip");
  t.ok(gunzipSync(packed.body).equals(plain.body));
  const etag = String(packed.headers.etag);
  t.match(await ask(url, { authorization, "if-none-match": etag }), { status: 304, headers: { etag } });
  t.match(packed.headers, { "cache-control": /immutable/, "x-content-type-options": "nosniff" });
});

t.test("the client's header chooses the compression, and a body that is too large is not compressed", async (t) => {
  t.strictSame(["", "gzip", "GZIP;q=0.5", "br, gzip;q=0", "*", "identity"].map(packingFor), [
    null,
    "gzip",
    "gzip",
    "br",
    null,
    null,
  ]);
  pack(Buffer.alloc(8 * 1_024 * 1_024 + 1), "gzip", (packed) => t.equal(packed, null));
});
