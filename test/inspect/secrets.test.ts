import t from "tap";
import type { WatchedStep } from "../../src/actors/history/step-record.ts";
import { wholeFileSchema } from "../../src/config/config-schema.ts";
import { bytesOf, upload } from "../files/upload-parts.ts";
import { openVisitor } from "../harness/visitor-client.ts";
import { openSecretWorld, repeated, secrets } from "./secret-world.ts";
import { eventually, openWatcher } from "./watcher.ts";

/** The forms of a secret in JSON, in a URL, and in a header for authentication. */
const formsOf = (secret: string): readonly string[] => [
  secret,
  JSON.stringify(secret).slice(1, -1),
  JSON.stringify(JSON.stringify(secret)).slice(3, -3),
  encodeURIComponent(secret),
];

/**
 * Each key of the config file that holds a secret, and which secret of this test it holds. A person's password is not searched for: a word
 * that comes out masked would confirm a guess.
 */
const secretKeys: Readonly<Record<string, keyof typeof secrets | "random" | null>> = {
  "agents[].password": null,
  "apiKeys[].key": "apiKey",
  "channels[].bot.oauth.clientSecret": "clientSecret",
  "channels[].bot.signingSecret": "botSigningSecret",
  "channels[].bot.token": "botToken",
  "channels[].identity.secret": "identitySecret",
  "channels[].incomingSecret": "incomingSecret",
  "channels[].random": "random",
  "channels[].signingSecret": "channelSecret",
  "channels[].webhooks.endpoints[].signingSecret": "receiverSecret",
  "channels[].webhooks.signingSecret": "signingSecret",
  "files.s3.accessKeyId": "bucketKeyId",
  "files.s3.secretAccessKey": "bucketSecret",
  "metrics.token": "metricsToken",
  "smtp.url": "smtpPassword",
  "store.password": "storePassword",
  "store.url": "storePassword",
  "telemetry.otlp.headers[].value": "collectorHeader",
  "telephony.token": "gatewayToken",
  "webhooks.endpoints[].signingSecret": "sharedSecret",
};

function keysOfSecrets(schema: object, path = ""): readonly string[] {
  const {
    writeOnly,
    properties = {},
    items,
    anyOf = [],
  } = schema as {
    readonly writeOnly?: true;
    readonly properties?: Readonly<Record<string, object>>;
    readonly items?: object;
    readonly anyOf?: readonly object[];
  };
  if (writeOnly) return [path];
  return [
    ...Object.entries(properties).flatMap(([key, inner]) => keysOfSecrets(inner, path === "" ? key : `${path}.${key}`)),
    ...(items === undefined ? [] : keysOfSecrets(items, `${path}[]`)),
    ...anyOf.flatMap((inner) => keysOfSecrets(inner, path)),
  ];
}

t.test("the next test has each secret of the config file", (t) => {
  const keys = [...new Set(keysOfSecrets(wholeFileSchema))].sort();
  t.strictSame(keys, Object.keys(secretKeys).sort(), "a new secret needs a place in the world of secrets");
  t.end();
});

t.test("no frame and no answer contains a secret", async (t) => {
  const { service, peer } = await openSecretWorld(t);
  const { watching } = service.app.runtime;
  const [ada, kim, max] = [await service.logIn("ada"), await service.logIn("kim"), await service.logIn("max")];
  const watcher = await openWatcher(t, service, { watch: ["*"] });
  await watcher.until(({ sessionId }) => sessionId === "agent/4");
  const hub = watching.watcher;
  const raw: WatchedStep[] = [];
  /** The state of each delivery. */
  const states = new Map<string, string>();
  watching.watcher = {
    isWatched: () => true,
    show(steps) {
      raw.push(...steps);
      for (const { actor, after } of steps) if (actor.startsWith("delivery/")) states.set(actor, after);
      hub?.show(steps);
    },
  };

  // A customer who repeats secrets, a bot, an agent with a file, an owner's server that fails, and a visitor with a token.
  const settings = service.app.runtime.directory.find("MOBILEAPP1")?.settings;
  const random = settings?.random ?? "";
  const all = { ...secrets, random, ada, kim };
  await service.say("7", `I found these: ${[...repeated, random].join(" ")}`);
  await eventually(() => peer.requests.some((request) => request.startsWith("POST /bot")));
  for (const path of ["accept", "note"])
    await service.call("POST", `/api/chats/1/${path}`, { token: kim, body: path === "note" ? { text: random } : {} });
  const uploaded = await upload(service, "1", bytesOf(100));
  const { file: url } = uploaded.body.file;
  const fileToken = /\/files\/([^/]+)\//.exec(url)?.[1] ?? "";
  const message = { ...uploaded.body.file, text: `See ${url}` };
  t.equal((await service.call("POST", "/api/chats/1/messages", { token: kim, body: message })).status, 202);
  await eventually(() => peer.requests.some((request) => request.includes(secrets.endpointPath)));
  const visitor = await openVisitor(t, service);
  visitor.send({ type: "hello", widget: "OTHERAPP01" });
  const { visitor: visitorSecret } = await visitor.until(({ type: kind }) => kind === "ready");
  await visitor.ask({ type: "message", text: "Hello" });
  await visitor.ask({ type: "user_token", value: secrets.userToken });
  await service.call("POST", "/api/chats/2/accept", { token: max, body: {} });
  // The time advances only after every answer has arrived, because an attempt that times out has no answer.
  while (![...states.values()].includes("failed")) {
    await eventually(() => ![...states.values()].includes("attempting"));
    await service.pass(500);
  }
  const rotated = await service.call("POST", "/api/channels/MOBILEAPP1/random", { token: ada, body: {} });
  t.equal(rotated.status, 200);
  await service.call("POST", "/api/chats/1/close", { token: kim, body: {} });
  await service.settle();
  const last = raw.at(-1);
  await watcher.until(({ parley }) => parley?.actor === last?.actor && parley.revision >= (last?.revision ?? 0));

  const answers: string[] = [];
  const read = async (path: string): Promise<string> => {
    const answer = await fetch(`${service.url}/api/inspect/${path}`, { headers: { authorization: `Bearer ${ada}` } });
    const text = await answer.text();
    t.equal(answer.status, 200, path);
    answers.push(text);
    return text;
  };
  const { actors } = JSON.parse(await read("actors?limit=500"));
  for (const { actor } of actors) {
    await read(`actors/${actor}`);
    await read(`actors/${actor}/steps`);
  }
  for (const id of ["1", "2"]) await read(`chats/${id}`);
  t.ok(actors.length > 12 && answers.length > 30);

  const shown = JSON.stringify(watcher.frames) + answers.join("\n");
  const newRandom = service.app.runtime.directory.find("MOBILEAPP1")?.settings.random ?? "";
  const hidden: Readonly<Record<string, string>> = {
    ...all,
    newRandom,
    fileToken,
    visitorSecret,
    password: "correct horse",
  };
  for (const [name, secret] of Object.entries(hidden)) {
    t.ok(secret.length > 5, name);
    for (const form of formsOf(secret)) t.notOk(shown.includes(form), `${name} is not shown`);
  }
  const users = { endpointPassword: "me", gatewayPassword: "gw", crmPassword: "crm", sharedPassword: "all" } as const;
  for (const name of ["endpointPassword", "gatewayPassword", "crmPassword", "sharedPassword"] as const) {
    const user = users[name];
    t.notOk(
      shown.includes(Buffer.from(`${user}:${secrets[name]}`).toString("base64")),
      `${name}, in the form of a header`,
    );
  }
  t.ok(shown.includes("I found these: *** "), "the text around the secrets is shown");

  // Without masking, every secret that an actor ever stores would be found.
  const unmasked = JSON.stringify(raw) + JSON.stringify(service.app.runtime.directory.channelsEver());
  const neverKnown = ["accessToken", "ada", "kim", "visitorSecret", "password", "gatewayPassword", "smtpPassword"];
  for (const [name, secret] of Object.entries(hidden)) {
    const isThere = formsOf(secret).some((form) => unmasked.includes(form));
    if (!neverKnown.includes(name)) t.ok(isThere, `${name} was in the stored data`);
  }
});
