import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Test } from "tap";
import t from "tap";
import { systemClock } from "../../src/core/clock.ts";
import { newSigningSecret } from "../../src/core/random/signing-secret.ts";
import { findFreePort } from "../../src/demo/cast/free-port.ts";
import { openOutbound, toAttempt } from "../delivery/attempts.ts";
import { createManualClock } from "../edge/manual-clock.ts";
import { channelPath, seen } from "../harness/customer.ts";
import { startService } from "../harness/service.ts";
import { readPrograms } from "./harness/guide-reader.ts";

/** The receivers of the guides. Each runs where its language is installed. */
const receivers = [
  { page: "customer-systems", language: "python", file: "receiver.py", command: ["python3", "receiver.py"] },
  { page: "webhooks", language: "php", file: "receiver.php", command: ["php", "-S", "127.0.0.1:PORT", "receiver.php"] },
  { page: "bots", language: "go", file: "receiver.go", command: ["go", "run", "receiver.go"] },
] as const;

const isInstalled = (program: string): boolean =>
  (process.env["PATH"] ?? "").split(delimiter).some((folder) => existsSync(join(folder, program)));

/** Runs a program of a guide until the test ends. Resolves with its output when it ends by itself. */
async function run(
  t: Test,
  source: string,
  file: string,
  command: readonly string[],
  env: Readonly<Record<string, string>>,
) {
  const folder = await mkdtemp(join(tmpdir(), "parley-receiver-"));
  await writeFile(join(folder, file), source);
  const [program = "", ...args] = command;
  const child = spawn(program, args, { cwd: folder, detached: true, env: { ...process.env, ...env } });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (part) => (output += part));
  const ended = new Promise<string>((resolve) => child.once("close", () => resolve(output)));
  t.teardown(async () => {
    if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    await ended;
    await rm(folder, { recursive: true, force: true });
  });
  return ended;
}

for (const { page, language, file, command } of receivers.filter(({ command: [program] }) => isInstalled(program)))
  t.test(
    `[AUTH-17, WH-40] the receiver in ${language} of the guide accepts what is signed, and nothing else`,
    async (t) => {
      const [source = ""] = await readPrograms(page, language);
      const [secret, other] = [newSigningSecret(), newSigningSecret()];
      const port = String(await findFreePort());
      const args = command.map((part) => part.replace("PORT", port));
      void run(t, source, file, args, { SIGNING_SECRET: secret, PORT: port });
      const url = `http://127.0.0.1:${port}/in`;
      const nowMs = systemClock.nowMs();
      const ask = async (changes: Parameters<typeof toAttempt>[1], atMs = nowMs) => {
        const outbound = openOutbound(t, { clock: createManualClock(atMs) });
        return (await outbound.attempt(toAttempt(url, changes))).httpStatus;
      };
      const signed = { signingSecret: secret, previousSecret: null };
      // The program listens after a while.
      let status = await ask(signed);
      while (status === null) {
        await pause(50);
        status = await ask(signed);
      }
      t.equal(status, 200);
      t.equal(await ask({ signingSecret: other, previousSecret: { secret, untilMs: Number.MAX_SAFE_INTEGER } }), 200);
      t.equal(await ask({ signingSecret: other, previousSecret: null }), 401, "another secret");
      t.equal(await ask({}), 401, "no signature");
      t.equal(await ask(signed, nowMs - 600_000), 401, "an old time");
    },
  );

t.test("[AUTH-18] the program of the guide signs a message, which is accepted", async (t) => {
  const [, source = ""] = await readPrograms("customer-systems", "python");
  const secret = newSigningSecret();
  const service = await startService(t, {
    clock: createManualClock(systemClock.nowMs()),
    channels: { MOBILEAPP1: { requireSignature: true, incoming: { signingSecret: secret, previousSecret: null } } },
  });
  const send = (by: string) =>
    run(t, source, "send.py", ["python3", "send.py"], {
      INCOMING_SECRET: by,
      ENDPOINT: `${service.url}${channelPath(service)}`,
    });
  t.equal((await send(secret)).trim(), '200 {"result":"ok"}');
  t.match(await send(newSigningSecret()), /HTTP Error 401/);
  t.same(
    (await seen(service)).messages.map(({ text }) => text),
    ["Hello"],
  );
});
