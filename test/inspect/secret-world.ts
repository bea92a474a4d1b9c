import type { Test } from "tap";
import type { WebhookEndpoint } from "../../machines/channel/channel.types.ts";
import { webhookEvents } from "../../src/codec/settings/webhook-events.ts";
import type { Config } from "../../src/config/config.types.ts";
import { newIdentitySecret, newSigningSecret } from "../../src/core/random/signing-secret.ts";
import { ok } from "../../src/core/result.ts";
import { createOutbound } from "../../src/delivery/create-outbound.ts";
import { createKnownTokens } from "../../src/domain/bot/known-tokens.ts";
import { configureChannel } from "../../src/domain/configure.ts";
import { loopback, outboundLimits } from "../delivery/attempts.ts";
import type { Behaviour, Peer } from "../delivery/peer.ts";
import { openPeer, reply } from "../delivery/peer.ts";
import { createLateClock } from "../harness/late-clock.ts";
import { createMemoryStore } from "../harness/memory-store/memory-store.ts";
import type { Service } from "../harness/service.ts";
import { startService } from "../harness/service.ts";
import { agents, bot } from "../harness/service-config.ts";
import { silentLog } from "../harness/test-log.ts";
import { widget } from "../visitors/visitor-channel.ts";

/** Secrets of every kind, by kind. */
export const secrets = {
  botToken: "b0t-token-7Qx9Zk",
  clientSecret: 'client"secret\\with marks',
  accessToken: "access-tk-4471-hush",
  signingSecret: newSigningSecret(),
  previousSecret: newSigningSecret(),
  channelSecret: newSigningSecret(),
  incomingSecret: newSigningSecret(),
  botSigningSecret: newSigningSecret(),
  endpointPassword: "endpoint pass:9",
  endpointPath: "hook7f3a9c21b4d8e6f0",
  endpointQuery: "query-value-5512",
  crmPassword: "crm-pa55-word",
  gatewayToken: "gateway-token-88421",
  gatewayPassword: "gateway-pa55",
  smtpPassword: "smtp-pa55-word",
  receiverSecret: newSigningSecret(),
  receiverPassword: "receiver-pa55-word",
  sharedSecret: newSigningSecret(),
  sharedPreviousSecret: newSigningSecret(),
  sharedPassword: "shared-pa55-word",
  sharedQuery: "shared-query-7731",
  identitySecret: newIdentitySecret(),
  previousIdentitySecret: newIdentitySecret(),
  keysPassword: "keys-pa55-word",
  apiKey: "pk_key-of-the-config-file-0123456789abcdef",
  metricsToken: "metrics-token-55120",
  collectorPassword: "collector-pa55",
  collectorHeader: "header of the collector 9",
  bucketKeyId: "BUCKETKEYID0099",
  bucketSecret: "bucket/secret+key/7",
  storePassword: "store-pa55-word",
  userToken: "user-token-of-the-page-31",
} as const;

/**
 * The secrets that the service recognises anywhere. The access token remains in outgoing requests, the visitor's token where the
 * visitor's page put it.
 */
export const repeated = Object.entries(secrets)
  .filter(([name]) => name !== "accessToken" && name !== "userToken")
  .map(([, secret]) => secret);

/** Every peer repeats the request that it received, and sometimes fails, so that logs and errors contain many secrets. */
const echo =
  (isGood: (request: string) => boolean): Behaviour =>
  (socket, request) => {
    const decoded = Buffer.from(request, "latin1").toString();
    const echoed = repeated.join(" ");
    const body = JSON.stringify({
      echo: decoded,
      echoed,
      error: { code: "no", message: `You sent ${decoded} and ${echoed}` },
    });
    if (request.startsWith("POST /token"))
      reply("200 OK", JSON.stringify({ access_token: secrets.accessToken, token_type: "Bearer", expires_in: 3600 }))(
        socket,
        request,
      );
    else if (isGood(request)) reply("200 OK", '{"result":"ok"}')(socket, request);
    else reply("500 Internal Server Error", body)(socket, request);
  };

const untilMs = 9_999_999_999_999;

const receiver = (name: string, url: string, signingSecret: string, previous: string): WebhookEndpoint => ({
  ...{ name, url, signingSecret, previousSecret: { secret: previous, untilMs } },
  ...{ events: webhookEvents, paused: false, ordered: false, orderedWaitMs: 60_000 },
});

/** What is secret in the config file and is in no channel. */
const configWithSecrets: Partial<Config> = {
  metrics: { address: null, token: secrets.metricsToken },
  traces: {
    endpoint: `https://traces:${secrets.collectorPassword}@collector.example.com/`,
    headers: { "x-tenant": secrets.collectorHeader },
    sampleRatio: 1,
  },
  store: { kind: "postgres", url: `postgres://parley:${secrets.storePassword}@db.example.com/parley` },
  filesBucket: {
    ...{ endpoint: "https://s3.example.com", region: "eu", bucket: "files", prefix: "", forcePathStyle: true },
    ...{ accessKeyId: secrets.bucketKeyId, secretAccessKey: secrets.bucketSecret },
  },
  apiKeys: [
    {
      token: secrets.apiKey,
      agentId: agents.ada.id,
      facts: { name: "example", scopes: ["inspect"], channelIds: [], expiresAtMs: null },
    },
  ],
};

export interface SecretWorld {
  readonly service: Service;
  readonly peer: Peer;
}

/** Starts a service that has every secret: MOBILEAPP1 belongs to the chat API and has a bot, OTHERAPP01 is a widget. */
export async function openSecretWorld(t: Test): Promise<SecretWorld> {
  let botRequests = 0;
  const isLaterOfBot = (request: string): boolean => {
    botRequests += request.startsWith("POST /bot") ? 1 : 0;
    return request.startsWith("POST /bot") && botRequests > 1;
  };
  const peer = await openPeer(t, echo(isLaterOfBot));
  const { clock, follow } = createLateClock();
  const store = createMemoryStore();
  const knownTokens = createKnownTokens(store, clock);
  const outbound = createOutbound({ policy: loopback, limits: outboundLimits, clock, log: silentLog, knownTokens });
  const { endpointPassword, endpointPath, endpointQuery, crmPassword, gatewayPassword } = secrets;
  const { signingSecret, previousSecret, gatewayToken, smtpPassword, botToken: token, clientSecret } = secrets;
  const oauth = { tokenUrl: `http://${peer.host}/token`, clientId: "kim", clientSecret };
  const config: Partial<Config> = {
    telephony: { gatewayUrl: `https://gw:${gatewayPassword}@gateway.example.com/`, token: gatewayToken },
    smtp: { url: `smtp://mail:${smtpPassword}@mail.example.com`, from: "chat@example.com" },
    ...configWithSecrets,
  };
  const own = `http://me:${encodeURIComponent(endpointPassword)}@${peer.host}/${endpointPath}?key=${endpointQuery}`;
  const crm = `http://crm:${crmPassword}@${peer.host}/crm`;
  const webhooks = {
    url: crm,
    signingSecret,
    previousSecret: { secret: previousSecret, untilMs },
    endpoints: [
      receiver("bi", `http://bi:${secrets.receiverPassword}@${peer.host}/bi`, secrets.receiverSecret, previousSecret),
    ],
  };
  const identity = {
    secret: secrets.identitySecret,
    previousSecret: { secret: secrets.previousIdentitySecret, untilMs },
    jwksUrl: `https://keys:${secrets.keysPassword}@keys.example.com/`,
  };
  const service = await startService(t, {
    store,
    outbound,
    config,
    channels: {
      MOBILEAPP1: {
        ...{ webhookUrl: own, webhooks, signingSecret: secrets.channelSecret },
        incoming: { signingSecret: secrets.incomingSecret, previousSecret: null },
        bot: { ...bot, token, endpoint: `http://${peer.host}/bot`, oauth, signingSecret: secrets.botSigningSecret },
      },
      OTHERAPP01: { kind: "widget", webhookUrl: "", widget: { ...widget, identity }, webhooks },
    },
  });
  follow(service.clock);
  // The secret from before the last change also signs.
  for (const { settings } of service.app.runtime.directory.channels())
    await configureChannel(service.app.runtime, {
      ...{ ...settings, webhooks },
      widget: settings.widget && { ...settings.widget, identity },
    });
  const shared = `http://all:${secrets.sharedPassword}@${peer.host}/all?key=${secrets.sharedQuery}`;
  await service.app.runtime.endpoints.change(() =>
    ok([receiver("all", shared, secrets.sharedSecret, secrets.sharedPreviousSecret)]),
  );
  return { service, peer };
}
