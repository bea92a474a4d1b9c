import { join } from "node:path";
import { pino } from "pino";
import type { Test } from "tap";
import t from "tap";
import type { App } from "../../src/app.ts";
import { openApp } from "../../src/app.ts";
import { systemClock } from "../../src/core/clock.ts";
import { configOf, loadText } from "../config/load.ts";
import { startTestPostgres } from "../harness/postgres.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";
import { openCustomerSystem } from "../system/harness/peers/customer-system.ts";
import { say } from "../system/harness/people/customers.ts";
import { DeskApi } from "../system/harness/people/desk-api.ts";
import { channelId, channelPath, kim } from "../system/harness/service/installation.ts";
import { startBucket } from "./bucket-server.ts";
import { bytesOf } from "./upload-parts.ts";

/** Starts a complete node with its own data folder. */
async function startNode(t: Test, keys: object): Promise<{ readonly app: App; readonly url: string }> {
  const text = JSON.stringify({ ...keys, data: join(temporaryFolder(t), "data"), host: "127.0.0.1", port: 0 });
  const app = await openApp({
    config: configOf(loadText(t, text)),
    clock: systemClock,
    log: pino({ level: "silent" }),
    logHealth: () => ({ failedWrites: 0, linesLost: 0, failure: null }),
    signal: new AbortController().signal,
  });
  t.teardown(() => app.stop());
  const { url } = await app.listen();
  app.serve();
  return { app, url };
}

t.test("a file that one node stored and a chat that it closed are available at another node", async (t) => {
  const postgres = await startTestPostgres();
  t.teardown(() => postgres.remove());
  const { access } = await startBucket(t);
  const { endpoint, region, bucket, accessKeyId, secretAccessKey } = access;
  const customerSystem = await openCustomerSystem(t);
  for (const files of [{}, { files: { s3: { endpoint, region, bucket, accessKeyId, secretAccessKey } } }]) {
    const place = Object.keys(files).length === 0 ? "database" : "bucket";
    await t.test(`files in the ${place}`, async (t) => {
      const random = channelPath.split("/")[2];
      const channel = { id: channelId, kind: "api", name: "App", random, webhookUrl: customerSystem.url, agents: [1] };
      const keys = {
        ...{ store: postgres.url, publicUrl: "http://chat.example.com", ...files },
        ...{ agents: [{ id: 1, ...kim }], channels: [channel] },
        outbound: { allow: ["127.0.0.0/8"], allowHttp: true },
      };
      const [one, two] = [await startNode(t, keys), await startNode(t, keys)];
      await say(one.url, `client of the ${place}`, "Where is my parcel?");
      const [deskOne, deskTwo] = [await DeskApi.logIn(one.url), await DeskApi.logIn(two.url)];
      const { body: waiting } = await deskOne.call("GET", "/chats?state=waiting");
      const id = waiting.chats[0]?.id ?? "none";
      t.equal((await deskOne.accept(id)).status, 200);
      const bytes = bytesOf(700_000);
      const sent = await fetch(`${one.url}/api/chats/${id}/files?name=a.pdf`, {
        method: "POST",
        headers: { authorization: `Bearer ${deskOne.token}`, "content-type": "application/pdf" },
        body: bytes,
      });
      t.equal(sent.status, 201);
      const { file }: { file: { file: string } } = JSON.parse(await sent.text());
      const path = new URL(file.file).pathname;
      const got = await fetch(two.url + path);
      t.equal(got.status, 200);
      t.ok(Buffer.from(await got.arrayBuffer()).equals(bytes));
      t.equal((await deskOne.close(id)).status, 200);
      const found = await deskTwo.call("GET", "/archive?q=parc");
      t.equal(found.status, 200);
      t.equal(found.body.chats[0]?.id, id);
    });
  }
});
