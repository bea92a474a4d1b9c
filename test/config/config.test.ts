import { writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, resolve } from "node:path";
import t from "tap";
import { defaultLimits } from "../../src/config/limits.ts";
import { emptyGeoDatabase } from "./geo-file.ts";
import { configOf, linesOf, load, loadText } from "./load.ts";

const example = "test/fixtures/config/example.json";
const secrets = { KIM_PASSWORD: "correct horse", SIGNING_SECRET: "whsec_c2VjcmV0", GATEWAY_TOKEN: "g4teway" };

const unsigned = { signingSecret: null, previousSecret: null };

t.test("without any settings there is a default config", async (t) => {
  t.same(configOf(load({})), {
    publicUrl: null,
    host: "127.0.0.1",
    port: 8080,
    dataDir: resolve("data"),
    store: { kind: "embedded" },
    logLevel: "info",
    filesBucket: null,
    backup: null,
    departments: [],
    agents: [],
    apiKeys: [],
    channels: [],
    endpoints: [],
    outbound: { allow: [], allowHttp: false },
    localAddresses: "settable",
    outboundThread: availableParallelism() > 1,
    remotePictures: "proxied",
    linkPreviews: "off",
    sampleCustomer: true,
    trustedProxies: [],
    geoDatabase: null,
    tls: null,
    limits: defaultLimits,
    providers: [],
    telephony: null,
    traces: null,
    metrics: { address: null, token: null },
    smtp: null,
  });
});

t.test("the documented example is read completely, with secrets from variables and files", async (t) => {
  const config = configOf(load({ argv: ["--config", example], variables: secrets }));
  t.equal(config.publicUrl, "https://chat.example.com");
  t.same(config.agents, [
    {
      profile: {
        id: 1,
        name: "Kim Agent",
        email: "kim@example.com",
        phone: "+15550100",
        photo: null,
        departmentIds: [1],
        role: "admin",
      },
      password: "correct horse",
    },
  ]);
  const [channel, site] = config.channels;
  t.equal(config.channels.length, 2);
  t.same(channel?.settings, {
    id: "MOBILEAPP1",
    kind: "api",
    name: "Mobile app",
    webhookUrl: "https://shop.example.com/chat",
    chunked: false,
    agentIds: [1],
    enabled: true,
    isTest: false,
    appendPublicId: true,
    strictAnswers: false,
    hiddenErrorCodes: [],
    agentKeywords: [],
    acceptTimeoutMs: 60_000,
    bot: channel?.settings.bot,
    webhooks: null,
    chatLogEmails: [],
    ...unsigned,
    incoming: unsigned,
    requireSignature: false,
    widget: null,
  });
  t.equal(channel?.random, "3b6fQJ0m8yZtR4xW_k-vLs1c");
  t.equal(channel?.settings.bot?.oauth?.clientSecret, "c0nfigured-secret");
  t.match(site?.settings, {
    id: "WEBSITE01",
    kind: "widget",
    webhookUrl: "",
    webhooks: { url: "https://crm.example.com/hook", signingSecret: "whsec_c2VjcmV0", previousSecret: null },
    widget: {
      allowedOrigins: ["https://shop.example.com"],
      safeUrls: ["https://crm.example.com"],
      callback: { enabled: true, balance: 100 },
    },
  });
  t.equal(config.telephony?.token, "g4teway");
  t.same(config.tls, {
    certFile: resolve("test/fixtures/tls/cert.pem"),
    keyFile: resolve("test/fixtures/tls/key.pem"),
  });
  t.same(config.outbound, { allow: ["127.0.0.0/8"], allowHttp: true });
});

t.test(
  "[BOT-06] a bot of the file has its name and photo, and {token} in its address if the address uses it",
  async (t) => {
    const bot = {
      provider: "acme-bots",
      endpoint: "https://bot.example.com/{token}/in?t={token}",
      token: "t".repeat(255),
      name: "Robin",
      photo: "https://bot.example.com/robin.png",
    };
    const channel = { kind: "api", name: "Shop", webhookUrl: "https://shop.example.com/" };
    const text = JSON.stringify({
      providers: [
        { id: "acme-bots", name: "Acme" },
        { id: "other_bots", name: "Other" },
      ],
      channels: [
        { ...channel, id: "MOBILEAPP1", bot, acceptTimeoutMs: 1_000, agentKeywords: ["human"] },
        { ...channel, id: "MOBILEAPP2", bot: { ...bot, provider: "other_bots" }, acceptTimeoutMs: 86_400_000 },
        { ...channel, id: "MOBILEAPP3" },
      ],
    });
    const [first, second, third] = configOf(loadText(t, text)).channels.map(({ settings }) => settings);
    const { provider, ...rest } = bot;
    t.strictSame(first?.bot, { providerId: provider, ...rest, oauth: null, ...unsigned });
    t.match(first, { acceptTimeoutMs: 1_000, agentKeywords: ["human"] });
    t.match(second, { bot: { providerId: "other_bots", token: bot.token }, acceptTimeoutMs: 86_400_000 });
    t.match(third, { bot: null, acceptTimeoutMs: 60_000 });
  },
);

t.test("webhooks, the addresses of chat logs and widgets are read completely", async (t) => {
  const callback = {
    enabled: true,
    balance: 2.5,
    hours: [{ days: [1, 2, 5], from: "09:00", to: "24:00" }],
    timeZone: "Europe/Berlin",
  };
  const web = { allowedOrigins: ["https://shop.example.com"], safeUrls: ["crm.example.com", "https://x.example/a"] };
  const look = {
    color: "#1F6feb",
    position: "left",
    language: "ar",
    title: "S".repeat(100),
    greeting: "g".repeat(255),
    sound: false,
  };
  const plainLook = { color: null, position: "right", language: null, title: null, greeting: null, sound: true };
  const text = JSON.stringify({
    smtp: { url: "smtps://kim:pw@mail.example.com", from: "chat@example.com" },
    telephony: { gatewayUrl: "http://127.0.0.1:9/pbx", token: "a-._~!$&'()*+,;=:@Z9" },
    channels: [
      {
        id: "MOBILEAPP1",
        kind: "api",
        name: "App",
        webhookUrl: "https://shop.example.com/",
        webhooks: { url: "http://crm.example.com/hook" },
        chatLogEmails: ["log@shop.example", "boss+chats@shop.example"],
      },
      {
        id: "WEBSITE01",
        kind: "widget",
        name: "Web",
        ...web,
        callback,
        look,
        contactsForm: false,
        contactsFirst: true,
        home: true,
        suggestions: ["Prices"],
      },
      { id: "WEBSITE02", kind: "widget", name: "Web" },
      {
        id: "WEBSITE04",
        kind: "widget",
        name: "Web",
        identity: { secret: "s".repeat(32), jwksUrl: "https://a.example.com/keys" },
      },
      { id: "WEBSITE05", kind: "widget", name: "Web", identity: {} },
      { id: "WEBSITE03", kind: "widget", name: "Web", look: { title: "Hi" }, contactsForm: true },
    ],
  });
  const config = configOf(loadText(t, text));
  const [app, site, plain, proving, empty, titled] = config.channels.map(({ settings }) => settings);
  t.strictSame(app?.webhooks, {
    url: "http://crm.example.com/hook",
    signingSecret: null,
    previousSecret: null,
    endpoints: [],
  });
  t.strictSame(app?.chatLogEmails, ["log@shop.example", "boss+chats@shop.example"]);
  t.equal(app?.widget, null);
  t.strictSame(site?.widget, {
    ...web,
    callback,
    look,
    contactsForm: false,
    contactsFirst: true,
    home: true,
    suggestions: ["Prices"],
    identity: null,
  });
  const identity = { secret: "s".repeat(32), previousSecret: null, jwksUrl: "https://a.example.com/keys" };
  t.strictSame([proving?.widget?.identity, empty?.widget?.identity], [identity, null]);
  t.match(site, { kind: "widget", webhookUrl: "", webhooks: null, chatLogEmails: [] });
  t.strictSame(plain?.widget, {
    allowedOrigins: [],
    safeUrls: [],
    callback: { enabled: false, balance: 0, hours: [], timeZone: "UTC" },
    look: plainLook,
    contactsForm: true,
    contactsFirst: false,
    home: false,
    suggestions: [],
    identity: null,
  });
  t.match(titled?.widget, { look: { ...plainLook, title: "Hi" }, contactsForm: true });
  t.equal(config.telephony?.token, "a-._~!$&'()*+,;=:@Z9");
});

t.test("a widget can use each of its languages", async (t) => {
  for (const language of ["en", "de", "es", "fr", "it", "pt", "ar"]) {
    const channel = { id: "WEBSITE01", kind: "widget", name: "Web", look: { language } };
    const [site] = configOf(loadText(t, JSON.stringify({ channels: [channel] }))).channels;
    t.equal(site?.settings.widget?.look.language, language);
  }
});

t.test("signing secrets are base64 of 1 to 256 bytes, padded or not", async (t) => {
  const outcome = (signingSecret: string) => {
    const channel = { id: "WEBSITE01", kind: "widget", name: "Web" };
    const webhooks = { url: "https://crm.example.com", signingSecret };
    return loadText(t, JSON.stringify({ channels: [{ ...channel, webhooks }] })).kind;
  };
  for (const bytes of [1, 2, 3, 24, 32, 253, 254, 255, 256]) {
    const padded = Buffer.alloc(bytes, 0xfb).toString("base64");
    t.equal(outcome(`whsec_${padded}`), "config", `${bytes} bytes`);
    t.equal(outcome(`whsec_${padded.replace(/=+$/, "")}`), "config", `${bytes} bytes without padding`);
  }
  for (const bytes of [0, 257, 258, 300])
    t.equal(outcome(`whsec_${Buffer.alloc(bytes, 1).toString("base64")}`), "mistakes", `${bytes} bytes`);
  for (const text of ["A", "AAAAA", "AA=", "AAA==", "AAAA=", "A-_A", "AAAA AAAA", "=AAA"])
    t.equal(outcome(`whsec_${text}`), "mistakes", text);
});

t.test("trusted proxies and a geo database are read; the database's path is relative to the config file", async (t) => {
  const folder = t.testdir({ "geo.mmdb": emptyGeoDatabase(), "cut.mmdb": emptyGeoDatabase().subarray(0, -30) });
  const file = (geoDatabase: string): string => {
    const path = join(folder, "parley.json");
    writeFileSync(path, JSON.stringify({ trustedProxies: ["10.0.0.0/8", "fd00::/8"], geoDatabase }));
    return path;
  };
  const config = configOf(load({ argv: ["--config", file("geo.mmdb")] }));
  t.equal(config.geoDatabase, join(folder, "geo.mmdb"));
  t.same(config.trustedProxies, ["10.0.0.0/8", "fd00::/8"]);
  t.same(linesOf(load({ argv: ["--config", file("cut.mmdb")] })), [
    `geoDatabase: the file ${join(folder, "cut.mmdb")} is not such a database; expected a MaxMind database (.mmdb)`,
  ]);
});

t.test("pictures of other hosts are loaded through the service or not at all", async (t) => {
  const read = (remotePictures: string) => loadText(t, JSON.stringify({ remotePictures }));
  t.equal(configOf(read("off")).remotePictures, "off");
  t.same(linesOf(read("direct")), ['remotePictures: "direct" is not allowed; expected "proxied" or "off"']);
});

t.test("previews of links are off, or read by the service", async (t) => {
  const read = (linkPreviews: string) => loadText(t, JSON.stringify({ linkPreviews }));
  t.equal(configOf(read("on")).linkPreviews, "on");
  t.same(linesOf(read("yes")), ['linkPreviews: "yes" is not allowed; expected "on" or "off"']);
});

t.test("a flag overrides the environment, which overrides the file", async (t) => {
  const text = JSON.stringify({ host: "10.0.0.1", port: 1, data: "stored" });
  const variables = { PARLEY_HOST: "10.0.0.2", PARLEY_PORT: "2", PARLEY_DATA: "elsewhere", PARLEY_LOG: "debug" };
  const argv = ["--host", "10.0.0.3", "--port=0", "--data", "here"];

  const fromFile = configOf(loadText(t, text));
  t.match(fromFile, { host: "10.0.0.1", port: 1, logLevel: "info" });
  t.equal(fromFile.dataDir, resolve(t.testdirName, "stored"), "a path in the file is relative to the file");
  t.match(configOf(loadText(t, text, { variables })), {
    host: "10.0.0.2",
    port: 2,
    dataDir: resolve("elsewhere"),
    logLevel: "debug",
  });
  t.match(configOf(loadText(t, text, { variables, argv })), { host: "10.0.0.3", port: 0, dataDir: resolve("here") });
  t.match(configOf(load({ variables: { PARLEY_CONFIG: "", PARLEY_PORT: "" } })), { port: 8080 }, "empty means absent");
});

t.test("limits in the file replace the built-in limits", async (t) => {
  const limits = {
    channelPerSecond: 1,
    channelBurst: 2,
    senderPerSecond: 3,
    senderBurst: 4,
    badPathsPerMinute: 5,
    bodyBytesMax: 6,
    botPerSecond: 7,
    botBurst: 8,
  };
  t.same(configOf(loadText(t, JSON.stringify({ limits }))).limits, { ...defaultLimits, ...limits });
});

t.test("--help explains every flag and names the version", async (t) => {
  const outcome = load({ argv: ["--port", "x", "--help"] });
  t.equal(outcome.kind, "text");
  t.match(
    outcome.kind === "text" ? outcome.text : "",
    /--config <file>.*--data <folder>.*--store <url>.*--host <host>.*--port.*--version +print the version, which is\s+parley\s+\d/s,
  );
});

t.test("bad flags and variables get a line each", async (t) => {
  const argv = ["--port", "70000", "--colour=red", "--host", "no host", "-x"];
  t.same(linesOf(load({ argv, variables: { PARLEY_LOG: "loud", PARLEY_PORT: "8080x" } })), [
    "--colour: unknown flag; expected one of --config, --data, --store, --host, --port, --version, --help",
    "-x: unknown flag; expected one of --config, --data, --store, --host, --port, --version, --help",
    '--port: "70000" is not allowed; expected an integer from 0 to 65535',
    'PARLEY_PORT: "8080x" is not allowed; expected an integer from 0 to 65535',
    '--host: "no host" is not allowed; expected a host name or an address',
    'PARLEY_LOG: "loud" is not allowed; expected one of trace, debug, info, warn, error, fatal, silent',
  ]);
  t.same(linesOf(load({ argv: ["start"] })), [
    'argument: "start" is not allowed; expected flags only: --config, --data, --store, --host, --port, --version, --help',
  ]);
  t.same(linesOf(load({ argv: ["--port"] })), ["--port: no value was given; expected --port and its value"]);
});

t.test("an unreadable file or invalid JSON is reported with its position", async (t) => {
  t.same(linesOf(load({ argv: ["--config", "nowhere.json"] })), [
    "config file: nowhere.json cannot be read (ENOENT); expected a file",
  ]);
  const file = resolve(t.testdirName, "parley.json");
  t.same(linesOf(loadText(t, '{\n  "agents": [],\n  "limits": {,}\n}')), [
    `config file: ${file} line 3, column 14: Quoted object key expected but got ','; expected JSON`,
  ]);
  t.same(linesOf(loadText(t, '{ "port": 1,\n  "port": 2 }')), [
    `config file: ${file} line 2, column 4: Duplicate key 'port' encountered; expected JSON`,
  ]);
  t.same(linesOf(loadText(t, "[]")), ["config: a list is not allowed; expected an object"]);
  t.equal(configOf(loadText(t, '\uFEFF{ "port": 5 }')).port, 5, "a byte-order mark is skipped");
});
