import { randomBytes, timingSafeEqual } from "node:crypto";
import { systemClock } from "../../core/clock.ts";
import type { Clock } from "../../ports/clock.ts";
import type { FlowLog } from "../flow-log.ts";
import type { BotEvent, BotProvider } from "./bot.ts";
import { openBotProvider } from "./bot.ts";
import type { BotMessage, Dialogue } from "./dialogue.ts";
import { answerTo, newDialogue } from "./dialogue.ts";
import type { ParleyService } from "./parley-client.ts";
import { callParley } from "./parley-client.ts";
import type { Answer, Ending, PeerRequest } from "./peer.ts";
import { refusal } from "./peer.ts";

/** How a bot treats the events of the service: it answers ok at once or after 2 s, answers 500, or never. Source: BOT-17. */
export type Manners = "friendly" | "slow" | "failing" | "dead";

export interface BotSetup {
  /** Part of the path of every request, in both directions. Source: AUTH-07. */
  readonly token: string;
  readonly manners: Manners;
  /** `null`: the token in the path is the only authentication. */
  readonly account: BotAccount | null;
}

/** The credentials that the service presents to get an access token. */
interface BotAccount {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** The body that a bot posts to the service. Source: BOT-24. */
interface BotPost {
  readonly event: "BOT_MESSAGE" | "INVITE_AGENT";
  readonly id: string;
  readonly client_id: string;
  readonly chat_id: string;
  readonly message?: BotMessage & { readonly timestamp: number };
}

/** Bots of the name Rivet. `POST /hook/TOKEN` accepts the events of a bot, and `POST /oauth/CLIENT_ID` issues its access tokens. */
export interface Rivets extends BotProvider {
  /** The address for access tokens, without the client's id. */
  readonly oauthUrl: string;
  /** Returns the bot of a channel. Throws if the channel has no bot. */
  find(channelId: string): Rivet;
}

const addressPattern = /^\/(hook|oauth)\/([\w-]+)$/;

/** `setups` maps channel ids to bots. The bots post to the service as bots of this provider. */
export async function openRivets(
  t: Ending,
  setups: ReadonlyMap<string, BotSetup>,
  service: ParleyService,
  providerId: string,
  clock: Clock = systemClock,
): Promise<Rivets> {
  const bots = [...setups].map(([channelId, setup]) => ({
    channelId,
    setup,
    bot: new Rivet(setup, service, providerId, clock),
  }));
  const botAt = (path: string): Rivet | undefined => {
    const [, place, name] = addressPattern.exec(path) ?? [];
    return bots.find(({ setup }) => (place === "hook" ? setup.token : setup.account?.clientId) === name)?.bot;
  };
  const provider = await openBotProvider(t, (_client, _what, event) => [botAt(event.path)?.answerTo(event) ?? "ok"], {
    clock,
    requests(request) {
      const bot = botAt(request.path);
      if (bot === undefined) return refusal(401, "invalid_client", "There is no such bot.");
      return request.path.startsWith("/oauth") ? bot.issueToken(request) : undefined;
    },
    observer: {
      came: (event) => botAt(event.path)?.log?.request("parley", "bot", event.method, event.path, event.fields),
      answered: (event, status, body) => botAt(event.path)?.answered(event, status, body),
    },
  });
  return {
    ...provider,
    oauthUrl: provider.url.replace(/hook$/, "oauth"),
    find(channelId) {
      const found = bots.find((one) => one.channelId === channelId);
      if (found === undefined) throw new Error(`Expected a channel with a bot, got ${channelId}`);
      return found.bot;
    },
  };
}

const slowMs = 2_000;
/** Short, so that the service needs more than one token during a demo. */
const tokenLifetimeMs = 8_000;

/** One bot on surface B. It answers an event first and acts on it afterwards, once for each id. */
export class Rivet {
  readonly setup: BotSetup;
  /** Records what the bot sends and receives. */
  log: FlowLog | null = null;
  /** Called for each event, repeats included, before the bot answers it. */
  hear: (event: BotEvent) => void = () => undefined;
  /** The number of posts that the service did not accept. */
  refusals = 0;
  /** The number of access tokens that it has issued. */
  issued = 0;
  readonly #service: ParleyService;
  readonly #providerId: string;
  readonly #clock: Clock;
  /** The newest access token that the service has sent. An older token may expire while the service is down. */
  #accessToken: string | null = null;
  readonly #expiries = new Map<string, number>();
  readonly #chats = new Map<string, { dialogue: Dialogue; readonly outbox: Outbox }>();
  readonly #seen = new Set<string>();

  constructor(setup: BotSetup, service: ParleyService, providerId: string, clock: Clock) {
    this.setup = setup;
    this.#service = service;
    this.#providerId = providerId;
    this.#clock = clock;
  }

  /** Exchanges the secret for an access token that is valid for 8 s. Source: AUTH-08, RFC 6749 section 4.4. */
  issueToken({ method, path, body }: PeerRequest): Answer {
    const form = new URLSearchParams(body);
    this.log?.request("parley", "bot", method, path, Object.fromEntries(form));
    const answer = this.#toToken(form);
    this.log?.answer("parley", "bot", answer.status, answer.body);
    return answer;
  }

  answerTo(event: BotEvent): Answer {
    this.hear(event);
    const accessToken = /^Bearer (\S+)$/.exec(event.headers.authorization ?? "")?.[1] ?? null;
    const { account, manners } = this.setup;
    if (account !== null && (this.#expiries.get(accessToken ?? "") ?? 0) <= this.#clock.nowMs()) {
      const body = { error: { code: "unauthorized_client", message: "Expected a current access token" } };
      return { status: 401, body, headers: { "WWW-Authenticate": "Bearer" } };
    }
    this.#accessToken = accessToken;
    if (manners === "failing") return refusal(500, "out_of_order", "This bot fails on purpose");
    if (manners === "dead") return "hang";
    return manners === "slow" ? { afterMs: slowMs } : "ok";
  }

  answered(event: BotEvent, status: number | null, body: unknown): void {
    this.log?.answer("parley", "bot", status, body);
    // The service may not have received the answer to its first request, so it may repeat the event. The id identifies a repeat.
    if (status !== 200 || event.id === "" || event.chatId === "" || this.#seen.has(event.id)) return;
    this.#seen.add(event.id);
    void this.#act(event);
  }

  async #act(event: BotEvent): Promise<void> {
    const chat = this.#chats.get(event.chatId) ?? { dialogue: newDialogue, outbox: new Outbox() };
    this.#chats.set(event.chatId, chat);
    const { dialogue, messages, invitesAgent } = answerTo(chat.dialogue, event);
    chat.dialogue = dialogue;
    const timestamp = Math.floor(this.#clock.nowMs() / 1000);
    // Each post has its own id, which stays the same when the post is retried.
    const ids = { client_id: event.clientId, chat_id: event.chatId };
    const posts: BotPost[] = messages.map((message, index) => ({
      ...{ event: "BOT_MESSAGE", id: `${event.id}-${index}`, ...ids },
      message: { ...message, timestamp },
    }));
    if (invitesAgent) posts.push({ event: "INVITE_AGENT", id: `${event.id}-invitation`, ...ids });
    for (const post of posts) {
      const isTaken = await chat.outbox.add(() => this.#post(post)).catch(() => false);
      if (!isTaken) this.refusals += 1;
    }
  }

  /** A post without an answer is retried; the service accepts it once, because its id and key stay the same. Source: BOT-05, BOT-32. */
  async #post(body: BotPost): Promise<boolean> {
    const path = `/bots/webhooks/${this.#providerId}/${this.setup.token}`;
    const call = { method: "POST", path, body, idempotencyKey: body.id, token: () => this.#accessToken } as const;
    return (await callParley(this.#service, "bot", call, this.log)).status === 200;
  }

  #toToken(form: URLSearchParams): { readonly status: number; readonly body: object } {
    const { account } = this.setup;
    if (form.get("grant_type") !== "client_credentials")
      return { status: 400, body: { error: "unsupported_grant_type" } };
    const isRight =
      isEqual(form.get("client_id"), account?.clientId) && isEqual(form.get("client_secret"), account?.clientSecret);
    if (!isRight) return { status: 401, body: { error: "invalid_client" } };
    const accessToken = randomBytes(24).toString("base64url");
    this.#expiries.set(accessToken, this.#clock.nowMs() + tokenLifetimeMs);
    this.issued += 1;
    const lifetime = { token_type: "Bearer", expires_in: tokenLifetimeMs / 1000 };
    return { status: 200, body: { access_token: accessToken, ...lifetime } };
  }
}

function isEqual(given: string | null, expected: string | undefined): boolean {
  const [one, other] = [Buffer.from(given ?? ""), Buffer.from(expected ?? "")];
  return expected !== undefined && one.length === other.length && timingSafeEqual(one, other);
}

/** More messages than a person writes while the service is down. */
const waitingMax = 50;

/** Sends the actions of one customer to the service in order, so that a message never overtakes its typing notice. */
class Outbox {
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  /** Runs the task after all earlier tasks. Rejects if the task rejects, and at once if too many tasks wait. */
  add<Value>(task: () => Promise<Value>): Promise<Value> {
    if (this.#waiting >= waitingMax) return Promise.reject(new Error(`Expected at most ${waitingMax} waiting tasks.`));
    this.#waiting += 1;
    const done = this.#last.then(task).finally(() => {
      this.#waiting -= 1;
    });
    // The caller of `add` gets the error. The next task runs in any case.
    this.#last = done.catch(() => undefined);
    return done;
  }
}
