import { join } from "node:path";
import type { Test } from "tap";
import t from "tap";
import type { BotSettings } from "../../../machines/channel/channel.types.ts";
import { createOutbound } from "../../../src/delivery/create-outbound.ts";
import { createKnownTokens } from "../../../src/domain/bot/known-tokens.ts";
import type { Store } from "../../../src/ports/store.ts";
import { openLmdbStore } from "../../../src/store/lmdb/open-lmdb-store.ts";
import { botPath, says } from "../../edge/b-bot/provider.ts";
import { createLateClock } from "../../harness/late-clock.ts";
import type { ApiAnswer, Service } from "../../harness/service.ts";
import { startService } from "../../harness/service.ts";
import { bot } from "../../harness/service-config.ts";
import { temporaryFolder } from "../../harness/temporary-folder.ts";
import { logTo } from "../../harness/test-log.ts";
import { recordingLog } from "../../store/lmdb-fixture.ts";
import { loopback, outboundLimits } from "../attempts.ts";
import type { Behaviour } from "../peer.ts";
import { reply, replyOk } from "../peer.ts";
import { until } from "../through-service.ts";
import { inTurn } from "../timed-outbound.ts";
import type { ProviderPeer } from "./bots.ts";
import { grantTokens, openProvider } from "./bots.ts";

/** Starts the complete service, with requests to a bot on a real socket and a store on disk. The test owns the clock. */
async function startWithProvider(t: Test, settings: BotSettings, dir: string) {
  const { clock, follow } = createLateClock();
  const store: Store = await openLmdbStore({ dir: join(dir, "store"), log: recordingLog() });
  const lines: unknown[] = [];
  const keep = (...line: readonly unknown[]): void => void lines.push(line);
  const knownTokens = createKnownTokens(store, clock);
  await knownTokens.load();
  const log = logTo(keep);
  const outbound = createOutbound({ policy: loopback, limits: outboundLimits, clock, log, knownTokens });
  const channels = { MOBILEAPP1: { bot: settings } };
  const service = await startService(t, { outbound, knownTokens, store, channels, folder: dir });
  follow(service.clock);
  return { service, lines };
}

async function openWorld(t: Test, behave: Behaviour, more: Partial<BotSettings> = {}) {
  const provider = await openProvider(t, { bot: behave, token: grantTokens() });
  const settings = { ...bot, ...provider.bot, ...more };
  const dir = temporaryFolder(t);
  return { provider, settings, dir, ...(await startWithProvider(t, settings, dir)) };
}

const postAs = (service: Service, authorization: string | undefined): Promise<ApiAnswer> =>
  service.call("POST", botPath, { body: says("Yes"), headers: authorization === undefined ? {} : { authorization } });
const eventsOf = ({ peer }: ProviderPeer) =>
  peer.requests
    .filter((request) => request.startsWith("POST /hook/"))
    .map((request) => JSON.parse(Buffer.from(request.slice(request.indexOf("\r\n\r\n")), "latin1").toString()));
const deliveryOf = async (service: Service) => {
  const token = await service.logIn("ada");
  const { body } = await service.call("GET", "/api/deliveries?channel=MOBILEAPP1", { token });
  return (await service.call("GET", `/api/deliveries/${body.deliveries[0]?.id}`, { token })).body.delivery;
};

t.test(
  "[BOT-10, BOT-12, BOT-13, AUTH-10] a client's message reaches the bot with an access token, and the bot's posts with this token are accepted, also after a restart",
  async (t) => {
    const { provider, service, settings, dir } = await openWorld(t, replyOk);
    await service.say({ id: "7", name: "Tomas Berg", email: "tomas@example.com" }, "Do you repair e-bikes?");
    await until(() => provider.carried().length === 1);
    const [event] = eventsOf(provider);
    t.strictSame(event, {
      event: "CLIENT_MESSAGE",
      id: event.id,
      client_id: "1",
      chat_id: "1",
      site_id: "1",
      agents_online: false,
      sender: { id: 1, name: "Tomas Berg", url: "", has_contacts: true },
      channel: { id: "MOBILEAPP1", type: "chat_api" },
      message: {
        type: "TEXT",
        text: "Do you repair e-bikes?",
        timestamp: Math.floor(service.clock.nowMs() / 1000),
      },
    });
    t.match(event.id, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    t.match(provider.peer.requests.at(-1), /^POST \/hook\/t0k3n HTTP\/1\.1\r\n/);
    const [carried] = provider.carried();
    t.equal((await postAs(service, carried)).status, 200);
    for (const wrong of [undefined, "Bearer tk-2-hush", "Basic tk-1-hush"]) {
      t.match(await postAs(service, wrong), { status: 401, body: { error: { code: "unauthorized_client" } } });
    }
    await service.settle();
    await service.stop();

    const { service: restarted } = await startWithProvider(t, settings, dir);
    t.equal((await postAs(restarted, carried)).status, 200);
    restarted.clock.advance(3_600_000);
    t.equal((await postAs(restarted, carried)).status, 401, "expired");
  },
);

t.test("the delivery log has each attempt, including refused tokens and failures, and no secret", async (t) => {
  const unauthorized: Behaviour = (socket, request) => reply("401 No", request)(socket, request);
  const failing: Behaviour = (socket, request) => reply("503 Busy", request, "Retry-After: 60\r\n")(socket, request);
  const { provider, service, lines } = await openWorld(t, inTurn(unauthorized, failing, failing, replyOk));
  await service.say("7", "Hello");
  await until(() => provider.carried().length === 2);
  for (const count of [3, 4]) {
    await until(async () => (await deliveryOf(service)).attempts.at(-1)?.durationMs !== null);
    await service.settle();
    await service.pass(3_000);
    await until(() => provider.carried().length === count);
  }
  await until(async () => (await deliveryOf(service)).state === "delivered");
  const delivery = await deliveryOf(service);
  const address = `http://${provider.peer.host}/hook/***`;
  const failed = { status: 503, address, error: { message: "The bot answered HTTP 503." } };
  t.match(delivery.attempts, [failed, failed, { status: 200, address, error: null }]);
  t.equal(delivery.attempts.length, 3, "a request that is repeated with a new token is one attempt");
  t.match(delivery.attempts[0]?.answer, /^POST \/hook\/\*\*\* HTTP.*Authorization: Bearer \*\*\*\r\n/s);
  t.strictSame(
    provider.carried(),
    [1, 2, 2, 2].map((number) => `Bearer tk-${number}-hush`),
  );
  t.equal(new Set(eventsOf(provider).map(({ id }) => id)).size, 1);
  const sent = JSON.stringify([lines, service.logLines, delivery]);
  for (const secret of ["hush", "t0k3n"]) t.notOk(sent.includes(secret), secret);
});
