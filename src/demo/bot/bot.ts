import { randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Clock } from "../../ports/clock.ts";
import { answerJson, readBody } from "../http.ts";
import { decodeLoosely } from "../json.ts";
import { Outbox } from "../outbox.ts";
import type { ParleyAnswer } from "../parley-client.ts";
import type { FlowLog } from "../transcript/flow-log.ts";
import type { BotMessage, BotPost, ParleyEvent } from "./bot-event.ts";
import { parseParleyEvent } from "./bot-event.ts";
import type { Dialogue } from "./dialogue.ts";
import { answerTo, newDialogue } from "./dialogue.ts";
import type { Manners } from "./manners.ts";

export interface BotSetup {
  /** Part of the path of every request, in both directions. Source: AUTH-07. */
  readonly token: string;
  readonly manners: Manners;
  /** `null`: the token in the path is the only authentication. */
  readonly account: BotAccount | null;
}

/** The part of surface B that the service offers to bots. */
export interface ParleyBots {
  /** Posts an event. `accessToken` is called for every attempt, and its result becomes the `Authorization` header. */
  post(token: string, event: BotPost, accessToken: () => string | null, log: FlowLog | null): Promise<ParleyAnswer>;
}

interface Chat {
  dialogue: Dialogue;
  readonly outbox: Outbox;
}

/** Called for every request of the service, repeats included, before the bot answers it. */
type Listener = (event: ParleyEvent) => void;
type Known = Exclude<ParleyEvent, { kind: "unknown" }>;

const chatsMax = 1_000;
const eventsMax = 10_000;
const failure = { error: { code: "out_of_order", message: "This bot fails on purpose" } } as const;

/** One bot of a provider on surface B. `manners` decides how it treats requests. */
export class Bot {
  readonly tokens: TokenDesk | null;
  readonly #setup: BotSetup;
  readonly #parley: ParleyBots;
  /** The newest access token that the service has sent. An older token may expire while the service is down. */
  #accessToken: string | null = null;
  readonly #clock: Clock;
  readonly #chats = new Map<string, Chat>();
  readonly #seen = new Set<string>();
  #refusals = 0;
  #log: FlowLog | null = null;
  #listen: Listener = () => undefined;

  constructor(setup: BotSetup, parley: ParleyBots, clock: Clock) {
    this.#setup = setup;
    this.#parley = parley;
    this.#clock = clock;
    this.tokens = setup.account === null ? null : new TokenDesk(setup.account, clock);
  }

  /** The number of posts that the service did not accept. */
  get refusals(): number {
    return this.#refusals;
  }

  /** From this call on, `log` records what the bot sends and receives. */
  follow(log: FlowLog | null, listen: Listener = () => undefined): void {
    this.#log = log;
    this.#listen = listen;
  }

  /** Answers a request of the service for an access token. */
  async handleTokenRequest(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = new URLSearchParams((await readBody(request)) ?? "");
    const log = this.#log;
    log?.request("parley", "bot", request.method ?? "", path, Object.fromEntries(form));
    const { status, body } = this.tokens?.issue(form) ?? { status: 404, body: { error: "invalid_request" } };
    log?.answer("parley", "bot", status, body);
    answerJson(response, status, body);
  }

  /** Answers an event of the service according to the bot's manners. The bot acts on an event once, even if the event is repeated. */
  async handleEvent(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = decodeLoosely((await readBody(request)) ?? "");
    const accessToken = /^Bearer (\S+)$/.exec(request.headers.authorization ?? "")?.[1] ?? null;
    const { answerAfterMs, answer } = this.#setup.manners;
    const log = this.#log;
    log?.request("parley", "bot", request.method ?? "", path, body);
    const event = parseParleyEvent(body);
    this.#listen(event);
    const respond = (status: number, said: unknown): void => {
      log?.answer("parley", "bot", status, said);
      answerJson(response, status, said);
    };
    if (this.tokens !== null && !this.tokens.isCurrent(accessToken ?? "")) {
      response.setHeader("WWW-Authenticate", "Bearer");
      return respond(401, { error: { code: "unauthorized_client", message: "Expected a current access token" } });
    }
    this.#accessToken = accessToken;
    if (answer === "failure") return respond(500, failure);
    if (answer === "never") {
      response.once("close", () => log?.answer("parley", "bot", null, "(the service gave up)"));
      return;
    }
    if (answerAfterMs > 0) await this.#passed(answerAfterMs);
    respond(200, { result: "ok" });
    // The service may not have received the answer to its first request, so it may repeat the event. The id identifies a repeat.
    if (event.kind === "unknown" || this.#seen.has(event.id)) return;
    this.#remember(event.id);
    await this.#act(event, log);
  }

  async #act(event: Known, log: FlowLog | null): Promise<void> {
    const chat = this.#enter(event.chatId);
    const { dialogue, messages, invitesAgent } = answerTo(chat.dialogue, event);
    chat.dialogue = dialogue;
    const posts = messages.map((message, index) => this.#toPost(event, index, message));
    if (invitesAgent) posts.push(this.#toInvitation(event));
    for (const post of posts) {
      const answer = chat.outbox.add(() => this.#parley.post(this.#setup.token, post, () => this.#accessToken, log));
      const isTaken = await answer.then(
        ({ status }) => status === 200,
        () => false,
      );
      if (!isTaken) this.#refusals += 1;
    }
  }

  /** Each post has its own id, which stays the same when the post is retried. */
  #toPost({ id, clientId, chatId }: Known, index: number, message: BotMessage): BotPost {
    const timestamp = Math.floor(this.#clock.nowMs() / 1000);
    return {
      event: "BOT_MESSAGE",
      id: `${id}-${index}`,
      client_id: clientId,
      chat_id: chatId,
      message: { ...message, timestamp },
    };
  }

  #toInvitation({ id, clientId, chatId }: Known): BotPost {
    return { event: "INVITE_AGENT", id: `${id}-invitation`, client_id: clientId, chat_id: chatId };
  }

  #enter(chatId: string): Chat {
    const known = this.#chats.get(chatId);
    if (known !== undefined) return known;
    const chat: Chat = { dialogue: newDialogue, outbox: new Outbox() };
    this.#chats.set(chatId, chat);
    const [oldest] = this.#chats.keys();
    if (this.#chats.size > chatsMax && oldest !== undefined) this.#chats.delete(oldest);
    return chat;
  }

  #remember(id: string): void {
    this.#seen.add(id);
    const [oldest] = this.#seen;
    if (this.#seen.size > eventsMax && oldest !== undefined) this.#seen.delete(oldest);
  }

  #passed(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.#clock.wakeAt(this.#clock.nowMs() + ms, resolve);
    });
  }
}

/** The credentials that the service presents to get an access token. */
interface BotAccount {
  readonly clientId: string;
  readonly clientSecret: string;
}

interface TokenAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** Short, so that the service needs more than one token during a demo. */
const tokenLifetimeMs = 8_000;

/**
 * The bot's OAuth token endpoint. It exchanges a secret for an access token that is valid for 8 s. Source: AUTH-08, RFC 6749
 * section 4.4.
 */
class TokenDesk {
  readonly #account: BotAccount;
  readonly #clock: Clock;
  readonly #expiries = new Map<string, number>();
  #issued = 0;

  constructor(account: BotAccount, clock: Clock) {
    this.#account = account;
    this.#clock = clock;
  }

  /** The number of issued tokens. */
  get issuedCount(): number {
    return this.#issued;
  }

  /** Checks the form of a token request and returns the answer. */
  issue(form: URLSearchParams): TokenAnswer {
    if (form.get("grant_type") !== "client_credentials") {
      return { status: 400, body: { error: "unsupported_grant_type" } };
    }
    const { clientId, clientSecret } = this.#account;
    if (!isEqual(form.get("client_id"), clientId) || !isEqual(form.get("client_secret"), clientSecret)) {
      return { status: 401, body: { error: "invalid_client" } };
    }
    const accessToken = randomBytes(24).toString("base64url");
    this.#forgetExpired();
    this.#expiries.set(accessToken, this.#clock.nowMs() + tokenLifetimeMs);
    this.#issued += 1;
    return {
      status: 200,
      body: { access_token: accessToken, token_type: "Bearer", expires_in: tokenLifetimeMs / 1000 },
    };
  }

  /** Whether this token was issued here and has not expired. */
  isCurrent(accessToken: string): boolean {
    return (this.#expiries.get(accessToken) ?? 0) > this.#clock.nowMs();
  }

  #forgetExpired(): void {
    const nowMs = this.#clock.nowMs();
    for (const [accessToken, atMs] of this.#expiries) if (atMs <= nowMs) this.#expiries.delete(accessToken);
  }
}

function isEqual(given: string | null, expected: string): boolean {
  const [one, other] = [Buffer.from(given ?? ""), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
