import Type from "typebox";
import type { KeyedRequests } from "../../actors/idempotency.ts";
import { fallbackOf, parseProviderEvent } from "../../codec/b-bot/provider-event.ts";
import type { BotMessageEvent, InviteAgentEvent, ProviderEvent } from "../../codec/b-bot/provider-event.types.ts";
import type { Limits } from "../../config/limits.ts";
import { ERROR_MESSAGE, ERROR_STATUS } from "../../core/errors.ts";
import { fingerprintOf } from "../../core/fingerprint.ts";
import type { Failure, Result } from "../../core/result.ts";
import { assert, fail, ok } from "../../core/result.ts";
import type { BotChat, BotInbox, BotPost, BotRequest, ConnectedBot, FindBotChat } from "../../domain/bot/bot-inbox.ts";
import type { BotTests } from "../../domain/bot/bot-tests.ts";
import type { RefusedPost } from "../../domain/bot/refused-posts.ts";
import type { ChannelEntry } from "../../domain/directory.ts";
import type { BodyParser } from "../../ports/body-parser.ts";
import type { BotAccess } from "../../ports/bot-access.ts";
import type { HttpExchange } from "../http/http-exchange.ts";
import type { BadPathGuard } from "../limits/bad-path-guard.ts";
import type { RateLimiter } from "../limits/rate-limiter.ts";
import type { OperationDoc } from "../server/operation.ts";
import type { Handler, Route } from "../server/router.ts";
import { isRefusedByRate } from "./channel-admission.ts";
import type { PostLine } from "./checked-post.ts";
import { BodyTurns, CheckedPost } from "./checked-post.ts";
import { TestFaults } from "./test-faults.ts";

/** All bots by provider and token. Read on each request, so each lookup must be in memory. */
interface BotDirectory {
  /** Both can be any text. The time of the call does not reveal how much of a token is right. Source: AUTH-07. */
  findBot(providerId: string, token: string): ChannelEntry | undefined;
}

/** What the checks of a bot's request use. */
interface SurfaceB {
  readonly bots: BotDirectory;
  readonly access: BotAccess;
  /** Wrong tokens are slowed in the same way as wrong random strings. Source: AUTH-02, AUTH-07. */
  readonly badPaths: BadPathGuard;
  /** LIM-01: one bucket for each token. */
  readonly botRate: RateLimiter;
  /** LIM-02. */
  readonly chatRate: RateLimiter;
  readonly findChat: FindBotChat;
  readonly botTests: BotTests;
  /** Notes a mistake of a bot for administrators and for the chat's agents. */
  readonly noteRefused: (refused: RefusedPost) => void;
}

const accepted = { body: '{"result":"ok"}' };

/**
 * `POST /bots/webhooks/{provider_id}/{token}` and its alias under `/bots/providers`: an event of a bot, answered 200 after its
 * commit. Source: BOT-05, BOT-24 to BOT-35, DEL-29, ERR-17, ERR-19.
 */
export function providerEventRoutes(parts: {
  readonly surface: SurfaceB;
  readonly inbox: BotInbox;
  /** Parses bodies over `inlineBodyBytesMax`. */
  readonly bodyParser: BodyParser<ProviderEvent>;
  readonly keyedRequests: KeyedRequests;
  readonly limits: Limits;
}): readonly Route[] {
  const { surface, inbox, bodyParser, keyedRequests, limits } = parts;
  const turns = new BodyTurns((body) => parseProviderEvent(body, limits), bodyParser, limits);
  const line = { turns, keyedRequests, limits, accepted, faults: new TestFaults() };
  const handle: Handler = (exchange, parameters) => {
    const bot = admitBot(surface, exchange, parameters);
    if (bot !== null) new ProviderPost(exchange, bot, line, surface, inbox).run();
  };
  const route = { gate: "load", methods: { post: handle } } as const;
  return [
    { ...route, pattern: "/bots/webhooks/:providerId/:token", docs: { post: providerEventDoc } },
    { ...route, pattern: "/bots/providers/:providerId/:token", docs: { post: providerEventAliasDoc } },
  ];
}

type AcceptedEvent = BotMessageEvent | InviteAgentEvent;

/** The checks of a bot's event from its body on. Source: ERR-17. */
class ProviderPost extends CheckedPost<ConnectedBot, ProviderEvent, AcceptedEvent> {
  readonly #surface: SurfaceB;
  readonly #inbox: BotInbox;
  /** The chat that the event names, if it is one of the bot's channel. */
  #chat: BotChat | null = null;
  #isTest = false;

  constructor(
    exchange: HttpExchange,
    entry: ConnectedBot,
    line: PostLine<ProviderEvent>,
    surface: SurfaceB,
    inbox: BotInbox,
  ) {
    super(exchange, entry, line);
    this.#surface = surface;
    this.#inbox = inbox;
  }

  /** Events with an id are compared with what was posted before. Source: BOT-32. */
  override get needsFingerprint(): boolean {
    return true;
  }

  protected override refuseUnread(): null {
    return null;
  }

  protected override check(parsed: Result<ProviderEvent>): Result<AcceptedEvent> | Promise<Result<AcceptedEvent>> {
    if (!parsed.ok) return parsed;
    const { value: event } = parsed;
    if (event.event !== null && this.#surface.botTests.isRunning(this.entry.settings.id, event.chatId)) {
      this.#isTest = true;
      return ok(event);
    }
    const found = this.#surface.findChat(event);
    if (found instanceof Promise) return found.then((chat) => this.#checkEvent(event, chat));
    return this.#checkEvent(event, found);
  }

  /** From the fields of the event to the rate of its chat. Source: BOT-02, BOT-26, LIM-02. */
  #checkEvent(event: ProviderEvent, found: Result<BotChat>): Result<AcceptedEvent> {
    const { settings } = this.entry;
    if (found.ok && found.value.channelId === settings.id) this.#chat = found.value;
    if (event.event === null) return { ok: false, failure: event.failure };
    if (!found.ok) return found;
    const chat = found.value;
    if (chat.channelId !== settings.id)
      return fail("access_denied", `The bot is not connected to the channel of chat ${chat.id}.`);
    if (!settings.enabled) return fail("access_denied", "The channel of the bot is disabled.");
    if (!chat.wasSent) return fail("access_denied", `The bot was never sent a CLIENT_MESSAGE for chat ${chat.id}.`);
    const retryAfterSeconds = this.#surface.chatRate.take(chat.id);
    if (retryAfterSeconds === 0) return ok(event);
    return { ok: false, failure: { code: "rate_limited", message: ERROR_MESSAGE.rate_limited, retryAfterSeconds } };
  }

  protected override transmit(event: AcceptedEvent, request: BotRequest, done: (received: Result<void>) => void): void {
    if (this.#isTest) {
      this.#surface.botTests.note(this.entry.settings.id, event.event === "INVITE_AGENT" ? null : event.content);
      done(ok(undefined));
      return;
    }
    assert(this.#chat !== null, "an event without a chat passed its checks");
    this.#inbox.receive(this.entry, this.#chat, toPost(event, this.entry, this.fingerprint), request, done);
  }

  override refuse(failure: Failure): void {
    refusePost(this.#surface, this.exchange, this.entry, this.#chat, failure);
  }

  protected override textOf(event: AcceptedEvent): string | null {
    return event.event === "BOT_MESSAGE" && event.content.type === "text" ? event.content.text : null;
  }

  /** Keys are separate for each token. The token is a secret, so only its fingerprint is stored. Source: DEL-29, AUTH-14. */
  protected override keyScope(): string {
    const { providerId, token } = this.entry.bot;
    return `bots/${fingerprintOf(Buffer.from(`${providerId}\n${token}`))}`;
  }
}

function toPost(event: AcceptedEvent, { settings }: ConnectedBot, fingerprint: string): BotPost {
  const posted = event.id === null ? null : { id: event.id, fingerprint };
  if (event.event === "INVITE_AGENT") return { kind: "invitation", posted };
  const { content } = event;
  return { kind: "message", posted, content, outward: fallbackOf(content, settings.kind) };
}

const allow = ["Allow", "POST"] as const;
const severalCredentials: Failure = {
  code: "invalid_request",
  message:
    "Credentials were sent more than once: expected the token only in the path, and at most one Authorization header.",
};
const unknownToken: Failure = { code: "invalid_client", message: "The token in the URL is not known." };
const wrongHeader: Failure = {
  code: "unauthorized_client",
  message: "The Authorization header is missing, expired or wrong.",
};

/**
 * ERR-17 (B), from the credentials to the token's rate: returns the bot of `/bots/webhooks/{provider_id}/{token}`, or null after
 * answering 400, 401 or 429. An unknown provider and a wrong token get the same answer; after many of them from one address it is
 * 429. Source: AUTH-07, AUTH-10, AUTH-12, LIM-01.
 */
function admitBot(
  surface: SurfaceB,
  exchange: HttpExchange,
  [providerId = "", token = ""]: readonly string[],
): ConnectedBot | null {
  const { bots, access, badPaths, botRate } = surface;
  if (hasSeveralCredentials(exchange)) return refuse(exchange, severalCredentials);
  const entry = bots.findBot(providerId, token);
  const bot = entry?.settings.bot;
  if (entry === undefined || !bot) {
    const waitSeconds = badPaths.count(exchange.remoteAddress());
    if (waitSeconds === 0) return refuse(exchange, unknownToken);
    exchange.answerCode("rate_limited", waitSeconds);
    return null;
  }
  const channelId = entry.settings.id;
  exchange.subject = channelId;
  const authorization = exchange.header("authorization") || undefined;
  const admitted: ConnectedBot = { ...entry, bot };
  if (bot.oauth !== null && !access.accepts({ channelId, oauth: bot.oauth }, authorization)) {
    refusePost(surface, exchange, admitted, null, wrongHeader);
    return null;
  }
  // Only this channel has this pair of provider and token.
  return isRefusedByRate(botRate, channelId, exchange) ? null : admitted;
}

const queryCredentials = ["token", "access_token"];

const hasSeveralCredentials = (exchange: HttpExchange): boolean =>
  exchange.headerCount("authorization") > 1 || queryCredentials.some((name) => exchange.query(name) !== undefined);

function refuse(exchange: HttpExchange, failure: Failure): null {
  exchange.answerFailure(failure);
  return null;
}

/**
 * Answers only with statuses of surface B, and notes a mistake of the bot: its client waits. `chat` is the chat that the post named, if it is
 * one of the bot's channel. Source: BOT-29, ERR-08, ERR-19.
 */
function refusePost(
  { noteRefused }: SurfaceB,
  exchange: HttpExchange,
  entry: ConnectedBot,
  chat: BotChat | null,
  failure: Failure,
): void {
  const answered = failure.code === "payload_too_large" ? { ...failure, code: "invalid_request" as const } : failure;
  exchange.answerFailure(answered, failure.code === "method_not_allowed" ? allow : []);
  if (ERROR_STATUS[answered.code] >= 500 || answered.code === "rate_limited") return;
  noteRefused({ channelId: entry.settings.id, chat, failure: answered, requestId: exchange.requestId });
}

const resultOk = Type.Object({ result: Type.Literal("ok") }, { additionalProperties: false });

/** Source: BOT-28. */
const text = (description: string) => Type.Union([Type.String(), Type.Number()], { description });
/** Source: BOT-30. */
const words = (description: string) => Type.Union([Type.String({ pattern: "\\S" }), Type.Number()], { description });
const optionalText = (description: string) => Type.Optional(text(description));

const ids = {
  id: optionalText("The id of the event at the provider. The same id twice does not make a repeat."),
  chat_id: optionalText("The id of the chat. Without it, the open chat of `client_id` counts."),
  client_id: optionalText("The id of the client. It is needed only without `chat_id`."),
};

const fallback = optionalText("The plain text for channels that cannot show this type. Without it they show nothing.");
const timestamp = Type.Optional(Type.Unknown({ description: "The time of the message. The service does not use it." }));

const button = Type.Object({
  text: words("The text of the button: not blank."),
  id: optionalText("The id of the button. The bot receives it after a click."),
});

/** Source: B2, BOT-30, BOT-36 to BOT-41. */
const message = Type.Union(
  [
    Type.Object({ type: Type.Literal("TEXT"), text: words("The text. It is shown as it is."), timestamp }),
    Type.Object({
      type: Type.Literal("MARKDOWN"),
      content: words("The text, with links, bold and italic. Other Markdown is shown as it is."),
      text: fallback,
      timestamp,
    }),
    Type.Object({
      type: Type.Literal("BUTTONS"),
      title: optionalText("The text above the buttons."),
      buttons: Type.Array(button, { minItems: 1, maxItems: 3, description: "The buttons." }),
      text: fallback,
      timestamp,
    }),
  ],
  { description: "The message." },
);

/** One of them names the chat. */
const named = { anyOf: [{ required: ["chat_id"] }, { required: ["client_id"] }] };

/** Source: B1, BOT-24, BOT-25. */
const providerEvent = Type.Union(
  [
    Type.Object({ event: Type.Literal("BOT_MESSAGE"), ...ids, message }, named),
    Type.Object({ event: Type.Literal("INVITE_AGENT"), ...ids }, named),
  ],
  { $id: "ProviderEvent", description: "A message of a bot, or its request for an agent. Unknown keys are ignored." },
);

/** `POST /bots/webhooks/{providerId}/{token}`. */
const providerEventDoc: OperationDoc = {
  id: "postProviderEvent",
  summary: "Receives an event of a bot. The answer comes when the event is stored.",
  tag: "Bot provider API",
  access: "anyone",
  isIdempotent: true,
  request: { schema: providerEvent },
  answer: { status: 200, description: "The event is stored.", schema: resultOk },
  tooLarge: "invalid_request",
  failures: ["invalid_client", "access_denied"],
};

/** `POST /bots/providers/{providerId}/{token}`. Source: BOT-05. */
const providerEventAliasDoc: OperationDoc = {
  ...providerEventDoc,
  id: "postProviderEventAlias",
  summary: "Does the same as the operation under /bots/webhooks.",
};
