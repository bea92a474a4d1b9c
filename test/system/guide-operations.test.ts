import t from "tap";
import { fetch } from "undici";
import { version } from "../../src/core/version.ts";
import { openReader, readBlocks } from "./harness/guide-reader.ts";

t.test("the guides of operations and backups run as pasted: probes, backup, stop, doctor, restore", async (t) => {
  const [start = "", ask = "", doctor = ""] = await readBlocks("operations");
  const [backup = "", restore = "", startRestored = ""] = await readBlocks("backups");
  const { open, has, servicePort, peerPort } = await openReader(t, "/tmp/parley-operations", ["8084", "8094"]);

  const service = open(start);
  await has(service, `parley ready http://127.0.0.1:${servicePort}`);
  const asking = open(ask);
  await asking.ended;
  t.same(asking.output.trim().split("\n"), [
    `{"status":"ok","version":"${version}"}`,
    '{"status":"ok"}',
    "parley_store_failing 0",
  ]);
  const [, message = ""] = /Paste +(curl .*)/.exec(service.output) ?? [];
  const writing = open(message);
  await writing.ended;
  t.match(writing.output, '{"result":"ok"}');

  const backingUp = open(backup);
  await backingUp.ended;
  t.match(backingUp.output, "compared");
  service.child.kill("SIGTERM");
  await service.ended;
  t.equal(service.child.exitCode, 0, service.output);
  t.match(service.output, "stopping: finishing the running requests");
  const checking = open(doctor);
  await checking.ended;
  t.match(checking.output, /data is intact/);

  await open(restore).ended;
  const [, password = ""] = /Password +(\S+)/.exec(service.output) ?? [];
  const restored = open(startRestored);
  await has(restored, `parley ready http://127.0.0.1:${peerPort}`);
  const api = `http://127.0.0.1:${peerPort}/api`;
  const body = JSON.stringify({ email: "admin@localhost", password });
  const headers = { "content-type": "application/json" };
  const session = Object(await (await fetch(`${api}/session`, { method: "POST", headers, body })).json());
  const chats = await fetch(`${api}/chats?state=waiting`, { headers: { authorization: `Bearer ${session.token}` } });
  t.match(await chats.text(), '"name":"Ann"');
});
