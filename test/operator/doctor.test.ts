import { execFile } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { pino } from "pino";
import t from "tap";
import { widgetDefaults } from "../../src/codec/settings/channel-defaults.ts";
import { defaultLimits } from "../../src/config/limits.ts";
import { asActorKey, asChannelId, asChatId, asConversationKey } from "../../src/core/ids.ts";
import { createAddressGuard } from "../../src/delivery/address/address-guard.ts";
import { daysLeft } from "../../src/operator/doctor/certificate.ts";
import { checkDiskSpeed } from "../../src/operator/doctor/disk-speed.ts";
import { describeFileSystem, wordsOf } from "../../src/operator/doctor/folder-check.ts";
import type { Line } from "../../src/operator/doctor/report.ts";
import { checkTargets } from "../../src/operator/doctor/target-check.ts";
import { findTargets } from "../../src/operator/doctor/targets.ts";
import type { Write } from "../../src/ports/store.ts";
import { writeMigration } from "../../src/store/lmdb/folder/migration-file.ts";
import { openLmdbStore } from "../../src/store/lmdb/open-lmdb-store.ts";
import { openPeer, replyOk } from "../delivery/peer.ts";
import { createSelfSigned } from "../delivery/self-signed.ts";
import { createManualClock } from "../edge/manual-clock.ts";
import { startService } from "../harness/service.ts";
import { agents, bot, configOf, password } from "../harness/service-config.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";
import { findPort } from "../system/harness/service/installation.ts";
import { runDoctorWith } from "../system/harness/service/operator-commands.ts";
import { client, filledAtMs, filledFolder, plant } from "./damaged-rows.ts";
import { runDoctor } from "./in-process.ts";

t.setTimeout(180_000);

const log = pino({ level: "silent" });
const linesOf = (stdout: string, level: string): readonly string[] =>
  stdout.split("\n").filter((line) => line.startsWith(level));

t.test("the folder of a killed service has no damage, and the doctor changes nothing in it", async (t) => {
  const dir = filledFolder(t);
  const filesOf = () => readdirSync(dir, { recursive: true, encoding: "utf8" }).sort();
  const before = [filesOf(), readFileSync(join(dir, "rows", "data.mdb")).toString("base64")];
  const victim = join(temporaryFolder(t), "victim");
  writeFileSync(victim, "untouched");
  symlinkSync(victim, join(dir, ".doctor-probe"));
  const told = await runDoctor("--data", dir);
  t.equal(told.code, 0, told.stderr);
  t.equal(readFileSync(victim, "utf8"), "untouched", "the file for the measurement follows no link");
  t.strictSame(linesOf(told.stdout, "DAMAGED"), []);
  t.match(told.stdout, /^ok {7}All references between rows are correct/m);
  t.match(told.stdout, /a synced write in .* takes \d+\.\d+ ms/);
  t.strictSame([filesOf(), readFileSync(join(dir, "rows", "data.mdb")).toString("base64")], before);
});

t.test("a half-restored folder is called what it is", async (t) => {
  const dir = filledFolder(t);
  await writeMigration(dir, "restore of monday.tar.gz");
  const refused = {
    code: 2,
    stdout: "",
    stderr: /^The data folder .* is being filled by .*npm run restore, which did not/,
  };
  t.match(await runDoctor("--data", dir), refused);
  for (const name of ["journal", "rows", "layout.json"]) rmSync(join(dir, name), { recursive: true });
  t.match(await runDoctor("--data", dir), refused, "also right after its begin");
});

t.test("each contradiction between rows is found, and repaired on request; the chat then continues", async (t) => {
  const dir = filledFolder(t);
  let owner = "";
  await plant(dir, async (store) => {
    const [waiting] = (await store.scan("chatState", { prefix: ["waiting"], reverse: true, limit: 1 })).map(
      ({ key }) => key,
    );
    const [listed] = (await store.scan("delivery", { prefix: ["all"], limit: 1 })).map(({ key }) => key);
    const rows = await store.scan("actor", { limit: 1_000 });
    const due = rows.find(({ row }) => row.actor.startsWith("delivery/") && row.deadlines.length > 0);
    const [deadline] = due?.row.deadlines ?? [];
    const record = await store.read("client", [client]);
    const file = (await store.scan("chatFile", { limit: 1 }))[0];
    if (!waiting || !listed || !due || !deadline || !record || !file) throw new Error("Expected a filled folder");
    owner = due.row.actor;
    const stray = { id: "next-attempt", atMs: 7, atRestart: false };
    const nobody = asActorKey("delivery/01J0000000000000000000000A");
    return [
      { table: "chatState", key: waiting, row: null },
      { table: "delivery", key: listed, row: null },
      { table: "deadline", key: [deadline.atMs, due.row.actor, deadline.id], row: null },
      { table: "deadline", key: [7, nobody, "next-attempt"], row: { ...stray, actor: nobody, conversation: client } },
      { table: "chatState", key: ["waiting", 900], row: { channelId: record.channelId } },
      { table: "client", key: [client], row: { ...record, openChatId: null } },
      { table: "chatFile", key: file.key, row: null },
      { table: "counter", key: ["chat"], row: { last: 1 } },
    ];
  });
  const found = await runDoctor("--data", dir);
  t.equal(found.code, 1);
  t.equal(linesOf(found.stdout, "DAMAGED").length, 6);
  t.match(found.stdout, /data is damaged in 6 places: .* --repair repairs them\.$/m);
  t.match(found.stdout, /^DAMAGED {2}delivery\/.* cannot be found, because its row .* of the table deadline/m);
  t.match(found.stdout, /^DAMAGED {2}The counter chat is at 1, but the number \d+ is in use/m);
  t.match(found.stdout, /^DAMAGED {2}chat\/\d+ is open, but the record of client\/MOBILEAPP1\/carl does not name it/m);
  t.match(
    found.stdout,
    /^warning {2}The row \["waiting",900\] of the table chatState leads to chat\/900, which is not stored/m,
  );
  t.match(found.stdout, /^warning {2}The row .* of the table deadline leads to delivery\/01J0000000000000000000000A/m);
  const again = await runDoctor("--data", dir);
  t.strictSame(
    linesOf(again.stdout, "DAMAGED"),
    linesOf(found.stdout, "DAMAGED"),
    "without --repair nothing is written",
  );
  const mended = await runDoctor("--data", dir, "--repair");
  t.equal(mended.code, 0, mended.stdout);
  t.equal(linesOf(mended.stdout, "repaired").length, 8);
  const whole = await runDoctor("--data", dir);
  t.equal(whole.code, 0, whole.stdout);
  t.match(whole.stdout, /^ok {7}All references between rows are correct/m);

  const store = await openLmdbStore({ dir, log });
  const config = {
    agents: [{ profile: { ...agents.kim, role: "admin" as const }, password }],
    channels: [],
    endpoints: [],
    providers: [],
  };
  const service = await startService(t, { store, folder: dir, clock: createManualClock(filledAtMs + 1_000), config });
  await service.say("carl", "Still here.");
  const { body } = await service.call("GET", "/api/chats?state=waiting&channel=MOBILEAPP1", {
    token: await service.logIn("kim"),
  });
  t.equal(body.chats.length, 1, "the client's open chat, and no second one");
  await service.pass(20_000);
  const delivery = await store.read("actor", [asActorKey(owner)]);
  t.not(delivery?.state, "backing_off", "its deadline fired");
});

t.test(
  "the repair removes unstored deliveries from a lane, and a chat that is not open from a client's record",
  async (t) => {
    const dir = filledFolder(t);
    await plant(dir, async (store) => {
      const deliveries = await store.scan("actor", { after: [asActorKey("delivery/")], limit: 100 });
      const down = deliveries.filter(
        ({ row }) => row.machine === "delivery" && row.conversation.includes("DOWNSHOP01"),
      );
      const record = await store.read("client", [client]);
      if (down.length === 0 || record === undefined) throw new Error("Expected a delivery that waits");
      const lists = down.map(({ row }): Write => {
        const id = row.actor.slice("delivery/".length);
        return { table: "delivery", key: ["all", "DOWNSHOP01", id] as never, row: null };
      });
      const deadlines = down.flatMap(({ row }) =>
        row.deadlines.map((one): Write => ({ table: "deadline", key: [one.atMs, row.actor, one.id], row: null })),
      );
      return [
        ...down.map(({ row }): Write => ({ table: "actor", key: [row.actor], row: null })),
        ...lists,
        ...deadlines,
        {
          table: "client",
          key: [asConversationKey("client/MOBILEAPP1/gone")],
          row: { ...record, openChatId: asChatId("999") },
        },
      ];
    });
    const found = await runDoctor("--data", dir, "--json");
    t.equal(found.code, 1);
    const told: { readonly level: string; readonly text: string }[] = found.stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const texts = told.filter(({ level }) => level === "damaged").map(({ text }) => text);
    t.match(texts, [
      /^The lane of chat\/\d+ names 1 deliveries that are not stored/,
      /names chat\/999 as open, but this chat is not open/,
    ]);
    t.equal((await runDoctor("--data", dir, "--repair")).code, 0);
    t.match((await runDoctor("--data", dir)).stdout, /^ok {7}All references between rows are correct/m);
  },
);

t.test("the folder, the clock, names and the config file are checked", async (t) => {
  const dir = filledFolder(t);
  chmodSync(dir, 0o755);
  const config = join(dir, "..", "parley.json");
  const files = {
    cert: join(process.cwd(), "test/fixtures/tls/cert.pem"),
    key: join(process.cwd(), "test/fixtures/tls/key.pem"),
  };
  const channel = {
    id: "MOBILEAPP2",
    kind: "api",
    name: "App",
    webhookUrl: "https://nowhere.invalid/hook",
    agents: [],
  };
  writeFileSync(config, JSON.stringify({ tls: files, publicUrl: "https://chat.example.com", channels: [channel] }));
  await plant(dir, async (store) => {
    const [message] = await store.scan("message", { limit: 1 });
    if (message === undefined) throw new Error("Expected a message");
    return [{ table: "message", key: message.key, row: { ...message.row, atMs: Date.now() + 9e8 } }];
  });
  // The store removes other users' access to the folder.
  chmodSync(dir, 0o755);
  const told = await runDoctor("--data", dir, "--config", config);
  t.equal(told.code, 0, told.stdout);
  t.match(told.stdout, /^warning .*data can be read or written by other users \(mode 755\)/m);
  t.match(told.stdout, /^warning .*the newest stored entry is of .*: the clock is slow/m);
  t.match(
    told.stdout,
    /^warning {2}The name of the customer system of MOBILEAPP2, nowhere\.invalid:443, does not resolve: .* webhookUrl of MOBILEAPP2 \(E\w+\)$/m,
  );
  t.match(told.stdout, /The certificate in .*cert\.pem/);
  t.notMatch(told.stdout, /nowhere\.invalid\/hook/, "no path of a target is shown");
  writeFileSync(config, JSON.stringify({ channels: [{ ...channel, name: 7 }], port: "x" }));
  const wrong = await runDoctor("--data", dir, "--config", config);
  t.equal(wrong.code, 2);
  t.equal(linesOf(wrong.stdout, "mistake").length, 2, wrong.stdout);
  t.match(wrong.stdout, /is intact: .* The config file has 2 mistakes\.$/m);
  t.notOk(existsSync(join(dir, ".doctor-probe")));
});

t.test("--connect reports for each target whether it accepts connections, and otherwise what to do next", async (t) => {
  const dir = filledFolder(t);
  const names = { dns: "shop.example.com", ip: [127, 0, 0, 1] };
  const [good, expired, strange] = [
    createSelfSigned(names),
    createSelfSigned(names, [2020, 2021]),
    createSelfSigned(names),
  ];
  const other = createSelfSigned({ dns: "other.example.com", ip: [127, 0, 0, 9] });
  const open = (options: Parameters<typeof openPeer>[2] = {}) => openPeer(t, replyOk, options);
  const peers = {
    GOODSHOP01: await open({ tls: good }),
    ENDEDSHOP1: await open({ tls: expired }),
    STRANGER01: await open({ tls: strange }),
    OTHERNAME1: await open({ tls: other }),
    PLAINSHOP1: await open({ greeting: "HTTP/1.1 400 Bad Request\r\n\r\n" }),
  };
  const mail = await open();
  const closedPort = await findPort();
  const [authorities, config] = [join(dir, "..", "authorities.pem"), join(dir, "..", "parley.json")];
  writeFileSync(authorities, [good, expired, other].map(({ cert }) => cert).join(""));
  const channels = Object.entries(peers).map(([id, { host }]) => ({
    ...{ id, kind: "api", name: id, agents: [] },
    webhookUrl: `https://${host}/hook/s3cret?key=s3cret`,
  }));
  const hook = { url: `http://${peers.GOODSHOP01.host}/s3cret` };
  const text = {
    channels: [{ ...channels[0], webhooks: hook }, ...channels.slice(1)],
    telephony: { gatewayUrl: `https://127.0.0.1:${closedPort}`, token: "s3cret" },
    smtp: { url: `smtp://kim:s3cret@${mail.host}`, from: "chat@example.com" },
    outbound: { allow: ["127.0.0.0/8"], allowHttp: true },
  };
  writeFileSync(config, JSON.stringify(text));
  const variables = { NODE_EXTRA_CA_CERTS: authorities, PARLEY_CONFIG: config };
  const told = await runDoctorWith(variables, "--data", dir, "--connect");
  t.equal(told.code, 0, "a failing target is no damage");
  const at = (id: keyof typeof peers) => `The customer system of ${id}, ${peers[id].host}, `;
  const lines = told.stdout.split("\n");
  const lineWith = (start: string) => lines.find((line) => line.slice(9).startsWith(start));
  t.match(
    lineWith(
      `The customer system of GOODSHOP01 accepts connections at ${peers.GOODSHOP01.host}; its certificate is valid`,
    ),
    /^ok .* until 2120-01-01$/,
  );
  t.match(lineWith(at("ENDEDSHOP1")), /^warning .* expired on 2021-01-01: renew it.* \(CERT_HAS_EXPIRED\)$/);
  t.match(
    lineWith(at("STRANGER01")),
    /^warning .* authority .* NODE_EXTRA_CA_CERTS.* \(DEPTH_ZERO_SELF_SIGNED_CERT\)$/,
  );
  t.match(
    lineWith(at("OTHERNAME1")),
    /^warning .* for other names: .* for 127\.0\.0\.1, or correct .* webhookUrl of OTHERNAME1/,
  );
  t.match(
    lineWith(at("PLAINSHOP1")),
    /^warning .* uses no TLS .* correct the port and the scheme in webhookUrl of PLAINSHOP1/,
  );
  t.match(lineWith(`The call gateway, 127.0.0.1:${closedPort}, refused`), /telephony\.gatewayUrl \(ECONNREFUSED\)$/);
  t.match(lineWith(`The mail server accepts connections at ${mail.host}; TLS begins later`), /^ok /);
  t.match(lineWith(`The developer webhook of GOODSHOP01 accepts connections at ${peers.GOODSHOP01.host}`), /^ok /);
  t.notMatch(told.stdout + told.stderr, /s3cret|hook\//, "no token, no password, no path");
  t.strictSame(
    [mail, ...Object.values(peers)].flatMap(({ requests }) => requests),
    [],
    "no request was sent",
  );
});

t.test("a server that never answers gets a time limit, and channels that share a server connect once", async (t) => {
  const silent = await openPeer(t, () => undefined);
  const targets = Array.from({ length: 20 }, (_, at) => ({
    ...{
      what: `the bot of BOTSHOP${at}`,
      url: `https://${silent.host}/t0k3n`,
      setting: `bot.endpoint of BOTSHOP${at}`,
    },
  }));
  const told: string[] = [];
  const report = { tell: (...line: Line) => void told.push(line.join(" ")), onProgress: () => undefined };
  const guard = createAddressGuard({ allow: ["127.0.0.0/8"], allowHttp: false });
  await checkTargets([...targets, ...targets], { guard, connects: true, connectWithinMs: 100, report });
  t.equal(silent.connections.total, 1);
  await checkTargets([], { guard, connects: true, connectWithinMs: 100, report });
  t.match(told.pop(), /^note There is no target to connect to/);
  t.equal(told.length, 40);
  t.equal(
    told[39],
    `warning The bot of BOTSHOP19, ${silent.host}, accepted the connection and then sent nothing for 0.1 s, so TLS did not begin: check whether it hangs, or correct the port and the scheme in bot.endpoint of BOTSHOP19`,
  );
});

t.test("a file system and its mount are described as far as the system reports them", async (t) => {
  const linux = (type: number) => describeFileSystem(type, "linux");
  t.match(linux(0x58465342), { text: "XFS", isDangerous: false });
  t.match(linux(0x6969), { text: /^NFS, /, isDangerous: true });
  t.match(linux(0xabcdef), { text: "a file system of the unknown type 0xabcdef", isDangerous: false });
  t.match(describeFileSystem(0x1a, "darwin"), { text: /type 0x1a of this system/, isDangerous: false });
  const mountinfo = [
    "27 1 254:0 / / rw,relatime - ext4 /dev/vda rw",
    "40 27 0:40 /sub /srv/my\\040data rw,noatime shared:7 master:2 - btrfs /dev/sdb1 rw,subvol=/sub",
    "41 27 0:41 / /srv rw - xfs /dev/sdc rw",
    "42 27 0:42 / /srv rw - fuse.sshfs kim:s3cret@host:/srv rw",
    "",
  ].join("\n");
  t.equal(wordsOf(mountinfo, "/srv/my data/parley"), "mounted at /srv/my data from /dev/sdb1 as btrfs");
  t.equal(
    wordsOf(mountinfo, "/srv/my"),
    "mounted at /srv as fuse.sshfs",
    "the last mount covers the others, and its address is not shown",
  );
  t.equal(wordsOf(mountinfo, "/srvdata"), "mounted at / from /dev/vda as ext4");
  t.equal(wordsOf("", "/srv"), null);
  const told: string[] = [];
  await checkDiskSpeed("/nonexistent", (level, text) => void told.push(`${level} ${text}`));
  t.match(told, [/^warning \/nonexistent cannot be written, so its speed was not measured: .* \(ENOENT\)$/]);
});

t.test("the stored settings of a channel that the config file declares are no targets", (t) => {
  const configured = configOf(defaultLimits, { MOBILEAPP1: { webhookUrl: "https://new.example.com/a", bot } });
  const stored = {
    id: asChannelId("MOBILEAPP1"),
    webhookUrl: "https://old.example.com/a",
    bot: null,
    webhooks: null,
    widget: null,
  };
  const identity = { secret: null, previousSecret: null, jwksUrl: "https://login.example.com/keys" };
  const kept = { ...stored, id: asChannelId("MADEBYDESK"), widget: { ...widgetDefaults, identity } };
  t.strictSame(
    findTargets([stored, kept], configured).map(({ what, url }) => `${what}: ${new URL(url).hostname}`),
    [
      "the customer system of MADEBYDESK: old.example.com",
      "the server of the keys of MADEBYDESK: login.example.com",
      "the customer system of MOBILEAPP1: new.example.com",
      "the bot of MOBILEAPP1: bot.example.com",
      "the customer system of OTHERAPP01: shop.example.com",
    ],
  );
  t.end();
});

t.test("nothing is written into the folder of another user", { skip: process.geteuid?.() !== 0 }, async (t) => {
  const dir = filledFolder(t);
  chownSync(dir, 54_321, 54_321);
  t.match(await runDoctor("--data", dir, "--repair"), {
    code: 2,
    stderr: /belongs to user 54321: run --repair as that user/,
  });
});

t.test("a certificate that has expired or soon will is a warning; a longer valid one is not", async (t) => {
  const dayMs = 24 * 3_600_000;
  const told = [-2, 10, 90].map((days) => daysLeft("It", Date.now() + (days + 0.5) * dayMs).join(" "));
  t.match(told, [
    /^warning It expired on \d{4}-/,
    /^warning It expires in 10 days, on /,
    /^ok It is valid for 90 days, until /,
  ]);
});

t.test("a low limit of descriptors is reported", async (t) => {
  const dir = filledFolder(t);
  const stdout = await new Promise<string>((resolve) => {
    const command = `ulimit -n 300 && exec "${process.execPath}" dist/doctor.js --data "${dir}"`;
    execFile("sh", ["-c", command], (_error, text) => resolve(text));
  });
  t.match(stdout, /^warning {2}300 file descriptors are allowed/m);
});
