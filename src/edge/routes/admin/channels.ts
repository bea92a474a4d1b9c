import type { Static } from "typebox";
import Type from "typebox";
import type { ChannelSettings } from "../../../../machines/channel/channel.types.ts";
import type { ChannelChange } from "../../../codec/admin/admin-channel.ts";
import {
  channelChange,
  channelCreation,
  parseChannelChange,
  parseChannelCreation,
  toNewSettings,
} from "../../../codec/admin/admin-channel.ts";
import {
  channelTestAnswer,
  channelTestRequest,
  parseChannelTest,
  toChannelTestAnswer,
} from "../../../codec/admin/admin-channel-test.ts";
import { channelAnswer } from "../../../codec/admin/channel-answer.ts";
import { createBodyParser } from "../../../codec/schema/body-parser.ts";
import { about } from "../../../codec/schema/schema-parts.ts";
import { ERROR_MESSAGE } from "../../../core/errors.ts";
import { asDeliveryId } from "../../../core/ids.ts";
import type { OneAtATime } from "../../../core/one-at-a-time.ts";
import { newChannelId, newRandom } from "../../../core/random/channel-address.ts";
import { newIdentitySecret, newSigningSecret } from "../../../core/random/signing-secret.ts";
import { createUlids } from "../../../core/random/ulid.ts";
import type { Failure, Result } from "../../../core/result.ts";
import { fail, ok } from "../../../core/result.ts";
import type { BotTests } from "../../../domain/bot/bot-tests.ts";
import { prepareTest, sendTest } from "../../../domain/channel/channel-test.ts";
import type { ChannelEntry } from "../../../domain/directory.ts";
import type { Runtime } from "../../../domain/runtime.ts";
import { replayDeadLetters } from "../../../domain/webhooks/replay.ts";
import type { Outbound } from "../../../ports/outbound.ts";
import type { RequestPreviews } from "../../../ports/request-preview.ts";
import { createRateLimiter } from "../../limits/rate-limiter.ts";
import { signatureOf } from "../desk/desk-caller.ts";
import { decodeCursor, encodeCursor } from "../desk/request/cursor.ts";
import type { Operation } from "../operation.ts";
import { operation } from "../operation.ts";
import type { ChannelRecords } from "./channel-records.ts";
import { channelBody } from "./channel-records.ts";
import { bodyOf, byText, inTurn, listRecords, missing, removedAnswer } from "./records.ts";

interface Channels {
  readonly runtime: Runtime;
  readonly records: ChannelRecords;
  readonly oneAtATime: OneAtATime;
  /** Sends the tests that an administrator starts. */
  readonly outbound: Outbound;
  readonly botTests: BotTests;
  readonly previews: RequestPreviews;
  readonly rateBucketsMax: number;
}

/** `/api/channels…`: the channels, their secrets, tests and dead letters. Source: CH-01 to CH-06. */
export const channelOperations = (channels: Channels): readonly Operation[] => [
  listChannels(channels),
  createChannel(channels),
  showChannel(channels),
  changeChannel(channels),
  deleteChannel(channels),
  renewRandom(channels),
  ...secretPlaces.map((place) => renewSecret(channels, place)),
  renewIdentitySecret(channels),
  testChannel(channels),
  replayWebhooks(channels),
];

const common = { tag: "Channels", gate: "load", access: "administrator", scope: "administration" } as const;

const find = ({ records }: Channels, id: string): Result<ChannelEntry> => {
  const entry = records.find(id);
  return entry === undefined ? missing("channel") : ok(entry);
};

const listChannels = ({ runtime, records }: Channels): Operation =>
  listRecords({
    ...common,
    ...byText,
    answersSecrets: true,
    path: "/api/channels",
    id: "listChannels",
    summary: "Lists the channels by id.",
    name: "channels",
    entry: channelAnswer,
    all: () => runtime.directory.channels(),
    idOf: ({ settings }) => String(settings.id),
    show: (entry) => records.show(entry),
  });

const createChannel = ({ runtime, records, oneAtATime }: Channels): Operation =>
  operation({
    ...common,
    method: "post",
    path: "/api/channels",
    answersSecrets: true,
    id: "createChannel",
    summary: "Creates a channel of the chat API, or a widget.",
    body: { schema: channelCreation, parse: parseChannelCreation },
    answer: { status: 201, description: "The channel is there and served.", schema: channelBody },
    failures: ["conflict"],
    async handle({ exchange, body: creation }) {
      const refused = await records.refuseTargets(creation);
      if (refused !== null) return { ok: false, failure: refused };
      return inTurn(oneAtATime, exchange, async () => {
        const made = { id: newChannelId(), random: newRandom(), nowMs: runtime.clock.nowMs() };
        const settings = toNewSettings(creation, made);
        if (!settings.ok) return settings;
        const { id } = settings.value;
        if (records.find(id) !== undefined) return fail("conflict", `There is already a channel with the id ${id}.`);
        return records.save(settings.value, creation);
      });
    },
  });

const showChannel = (channels: Channels): Operation =>
  operation({
    ...common,
    method: "get",
    path: "/api/channels/:id",
    answersSecrets: true,
    id: "getChannel",
    summary: "Returns one channel.",
    find: ({ parameters: [id] }) => find(channels, id),
    answer: { status: 200, description: "The channel.", schema: channelBody },
    handle: ({ found }) => ok({ channel: channels.records.show(found) }),
  });

/** Each given field replaces the stored value, from the next request and attempt on. Source: CH-06, CH-14. */
const changeChannel = (channels: Channels): Operation =>
  operation({
    ...common,
    method: "patch",
    path: "/api/channels/:id",
    answersSecrets: true,
    id: "changeChannel",
    summary: "Changes the given fields. The changes apply from the next request and attempt.",
    find({ parameters: [id] }) {
      const entry = find(channels, id);
      return entry.ok ? ok({ id, kind: entry.value.settings.kind }) : entry;
    },
    body: { schema: channelChange, parse: (bytes, limits, { found }) => parseChannelChange[found.kind](bytes, limits) },
    answer: { status: 200, description: "The channel as it is now.", schema: channelBody },
    failures: ["conflict"],
    async handle({ exchange, found, body: change }) {
      const refused = await channels.records.refuseTargets(change);
      if (refused !== null) return { ok: false, failure: refused };
      return inTurn(channels.oneAtATime, exchange, () => channels.records.change(found, change));
    },
  });

/** From then on the addresses of the channel answer 404. */
const deleteChannel = ({ records, oneAtATime }: Channels): Operation =>
  operation({
    ...common,
    method: "delete",
    path: "/api/channels/:id",
    answersSecrets: true,
    id: "deleteChannel",
    summary: "Deletes the channel. Its addresses answer 404, and its chats remain readable.",
    answer: removedAnswer,
    handle: ({ exchange, parameters: [id] }) => inTurn(oneAtATime, exchange, () => records.remove(id)),
  });

/** Creates a new secret for the channel's address. The old address then answers 404. Source: CH-06. */
const renewRandom = ({ records, oneAtATime }: Channels): Operation =>
  operation({
    ...common,
    method: "post",
    path: "/api/channels/:id/random",
    id: "renewChannelRandom",
    summary: "Renews the secret in the address of the channel. The old address then answers 404.",
    answer: { status: 200, description: "The channel with its new endpointUrl.", schema: channelBody },
    failures: ["conflict"],
    handle({ exchange, parameters: [id] }) {
      if (records.find(id)?.settings.kind === "widget") return fail("conflict", noAddress);
      const change = { random: newRandom() };
      return inTurn(oneAtATime, exchange, () => records.change({ id, kind: "api" }, change));
    },
  });

const noAddress = "A widget has no address for customer messages, so the address cannot be changed.";

/** One of the secrets of a channel that the service can make. */
interface SecretPlace {
  /** Below the channel. */
  readonly path: string;
  readonly id: string;
  readonly summary: string;
  readonly change: (signingSecret: string) => ChannelChange;
  /** Why the channel has no use for it; null if it has. */
  readonly refuse: (settings: ChannelSettings) => string | null;
}

const refuseWidget = ({ kind }: ChannelSettings): string | null =>
  kind === "widget" ? "A widget has no customer system: there is nothing to sign." : null;

/** Source: WH-40, AUTH-17, AUTH-18. */
const secretPlaces: readonly SecretPlace[] = [
  {
    path: "webhooks/secret",
    id: "renewSigningSecret",
    summary: "Creates a new signing secret. For 24 hours, the old secret signs too.",
    change: (signingSecret) => ({ webhooks: { signingSecret } }),
    refuse: ({ webhooks }) => (webhooks === null ? "The channel has no webhooks: there is nothing to sign." : null),
  },
  {
    path: "secret",
    id: "renewCustomerSystemSecret",
    summary: "Creates a new secret that signs requests to the customer system. For 24 hours, the old secret signs too.",
    change: (signingSecret) => ({ signingSecret }),
    refuse: refuseWidget,
  },
  {
    path: "incoming/secret",
    id: "renewIncomingSecret",
    summary:
      "Creates a new secret that the customer system signs its messages with. For 24 hours, the old secret is accepted too.",
    change: (incomingSecret) => ({ incomingSecret }),
    refuse: refuseWidget,
  },
  {
    path: "bot/secret",
    id: "renewBotSecret",
    summary: "Creates a new secret that signs events for the bot. For 24 hours, the old secret signs too.",
    change: (signingSecret) => ({ bot: { signingSecret } }),
    refuse: ({ bot }) => (bot === null ? "The channel has no bot: there is nothing to sign." : null),
  },
];

/**
 * Creates a secret that counts from the answer on. The previous secret counts too for one day. The new secret is returned only in
 * this answer. Source: WH-40, AUTH-14.
 */
const renewSecret = ({ records, oneAtATime }: Channels, { path, id: name, summary, change, refuse }: SecretPlace) =>
  operation({
    ...common,
    method: "post",
    path: `/api/channels/:id/${path}`,
    id: name,
    summary,
    answer: {
      status: 200,
      description: "The secret, which is never answered again, and the channel.",
      schema: bodyOf({
        signingSecret: Type.String({ description: "whsec_ and base64: what the receiver checks signatures with." }),
        ...channelBody.properties,
      }),
    },
    failures: ["conflict"],
    handle: ({ exchange, parameters: [id] }) =>
      inTurn(oneAtATime, exchange, async () => {
        const settings = records.find(id)?.settings;
        if (settings === undefined) return missing("channel");
        const refused = refuse(settings);
        if (refused !== null) return fail("conflict", refused);
        const signingSecret = newSigningSecret();
        const saved = await records.change(settings, change(signingSecret));
        return saved.ok ? ok({ signingSecret, ...saved.value }) : saved;
      }),
  });

/**
 * Creates a secret for the tokens of visitors. Tokens of the previous secret are accepted for one day. The new secret is returned
 * only in this answer. Source: WJ-48, AUTH-14.
 */
const renewIdentitySecret = ({ records, oneAtATime }: Channels): Operation =>
  operation({
    ...common,
    method: "post",
    path: "/api/channels/:id/identity/secret",
    id: "renewIdentitySecret",
    summary:
      "Creates a new secret for the tokens of visitors. For 24 hours, tokens of the old secret are accepted too.",
    answer: {
      status: 200,
      description: "The secret, which is never answered again, and the channel.",
      schema: bodyOf({
        identitySecret: Type.String({ description: "What the server of the web site signs tokens with by HS256." }),
        ...channelBody.properties,
      }),
    },
    failures: ["conflict"],
    handle({ exchange, parameters: [id] }) {
      if (records.find(id)?.settings.kind === "api") return fail("conflict", noVisitors);
      const identitySecret = newIdentitySecret();
      return inTurn(oneAtATime, exchange, async () => {
        const saved = await records.change({ id, kind: "widget" }, { identity: { secret: identitySecret } });
        return saved.ok ? ok({ identitySecret, ...saved.value }) : saved;
      });
    },
  });

const noVisitors = "A channel of the chat API has no visitors: only a widget has an identity secret.";

/**
 * Makes one attempt that is marked as a test, and answers when its outcome is known. It is not retried. A channel is tested at most
 * once a second. Source: DEL-28, LIM-03.
 */
function testChannel(channels: Channels): Operation {
  const { runtime, records, outbound, botTests, previews, rateBucketsMax: bucketsMax } = channels;
  const { clock, store } = runtime;
  const rate = createRateLimiter({ perSecond: 1, burst: 1, bucketsMax, clock });
  const newUlid = createUlids();
  const newLogId = (): string => newUlid(clock.nowMs());
  const sending = { outbound, previews, shared: runtime.endpoints, botTests, store, clock, newLogId };
  return operation({
    ...common,
    method: "post",
    path: "/api/channels/:id/test",
    id: "testChannel",
    summary:
      "Sends one test to the customer system, the webhook URL, an endpoint or the bot, and returns the result. One test a second is possible.",
    find: ({ parameters: [id] }) => find(channels, id),
    body: { schema: channelTestRequest, parse: parseChannelTest },
    answer: { status: 200, description: "The result: delivered or not.", schema: bodyOf({ test: channelTestAnswer }) },
    failures: ["conflict"],
    async handle({ exchange, cause, caller, parameters: [id], body: { target, endpoint } }) {
      // The channel may have changed while the body arrived.
      const settings = records.find(id)?.settings;
      if (settings === undefined) return missing("channel");
      const errand = prepareTest({ settings, target, endpoint, by: signatureOf(caller), cause }, sending);
      if (!errand.ok) return errand;
      const waitSeconds = rate.take(settings.id);
      if (waitSeconds > 0) return { ok: false, failure: { ...tooMany, retryAfterSeconds: waitSeconds } };
      // The longest attempt takes 10 s; that of a bot takes 3 s, and its posts come within 4 s. Source: WH-35, BOT-50.
      const tested = await exchange.untimed(sendTest(errand.value, sending));
      return ok({ test: toChannelTestAnswer(tested) });
    },
  });
}

const tooMany: Failure = { code: "rate_limited", message: ERROR_MESSAGE.rate_limited };

const time = (description: string) =>
  Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      ...about("unix milliseconds, an integer from 0", description),
    }),
  );

const replayRequest = Type.Object(
  {
    from: time("Only events made at this time or later."),
    to: time("Only events made at this time or before."),
    cursor: Type.Optional(
      Type.String({
        ...about("the cursor of an earlier answer", "The cursor of the page before; the first when absent."),
      }),
    ),
  },
  { $id: "ReplayRequest", additionalProperties: false, ...about("an object", "Which dead letters to send again.") },
);
const parseReplay = createBodyParser(replayRequest);

/**
 * Sends the channel's dead letters again, oldest first, one page per call. Repeat the call with the returned cursor until the
 * cursor is null. Repeat a failed call unchanged. Source: WH-38.
 */
const replayWebhooks = (channels: Channels): Operation =>
  operation({
    ...common,
    method: "post",
    path: "/api/channels/:id/webhooks/replay",
    id: "replayWebhooks",
    scope: "deliveries",
    summary: "Sends failed events and mails again with the same ids and bodies, the oldest first, at most 500 at once.",
    find: ({ parameters: [id] }) => find(channels, id),
    body: { schema: replayRequest, parse: parseReplay },
    answer: {
      status: 200,
      description: "The number of events and mails that are sent again.",
      schema: bodyOf({
        replayed: Type.Integer({ minimum: 0, description: "The number of events and mails that are sent again." }),
        cursor: Type.Union([Type.String(), Type.Null()], {
          description: "The cursor of the next page; null at the end.",
        }),
      }),
    },
    failures: ["conflict"],
    handle: ({ cause, parameters: [id], body }) => replay(channels, id, body, cause),
  });

async function replay(
  { runtime, records }: Channels,
  id: string,
  { from: fromMs = 0, to: toMs = Number.MAX_SAFE_INTEGER, cursor }: Static<typeof replayRequest>,
  cause: string,
): Promise<Result<unknown>> {
  if (fromMs > toMs)
    return fail("invalid_request", `Field from must not be after field to, got ${fromMs} and ${toMs}.`);
  const list = `replay ${id}`;
  const place = decodeCursor(list, /^[0-9A-HJKMNP-TV-Z]{26}$/, cursor);
  if (!place.ok) return fail("invalid_request", "Field cursor must be the cursor of an earlier answer.");
  const settings = records.find(id)?.settings;
  if (settings === undefined) return missing("channel");
  if (settings.webhooks === null && runtime.endpoints.list().length === 0)
    return fail("conflict", "The channel has no webhooks: set the URL of the webhooks first.");
  const after = place.value === undefined ? null : asDeliveryId(place.value);
  const range = { channelId: settings.id, fromMs, toMs, after };
  const page = await replayDeadLetters(runtime, range, { nowMs: runtime.clock.nowMs(), cause });
  if (!page.ok) return page;
  const { replayed, next } = page.value;
  return ok({ replayed, cursor: next === null ? null : encodeCursor(list, next) });
}
