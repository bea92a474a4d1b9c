import { Random } from "../loop/random.ts";
import type { OutsideRequest } from "../network/simulated-network.ts";
import type { Deed } from "./moods.ts";
import { provider } from "./names.ts";
import { MoodyServer } from "./server.ts";
import type { Stage } from "./stage.ts";
import { Door } from "./stage.ts";

const thinkMsMax = 2_000;
/** The share of its answers that ask for an agent. */
const inviteShare = 0.12;
/** The share of events that the bot receives and does not answer. */
const silentShare = 0.1;

/** The bot provider: receives each message, and answers it once through the service. */
export class BotProvider {
  readonly server: MoodyServer;
  readonly #stage: Stage;
  readonly #random: Random;
  readonly #door: Door;
  readonly #known = new Set<string>();
  /** The last answer to each chat, so that answers to one chat are sent in order. */
  readonly #last = new Map<string, Promise<void>>();

  constructor(stage: Stage, seed: number) {
    this.#stage = stage;
    this.#random = new Random(seed, "bot");
    this.#door = new Door(stage, new Random(seed, "door"), "10.2.0.1");
    this.server = new MoodyServer(stage, seed, (request, deed) => this.#told(request, deed));
  }

  #told(request: OutsideRequest, deed: Deed): void {
    const {
      from: { name: process },
      sentAtMs,
      body,
    } = request;
    const { event, id, chat_id: chatId, message } = JSON.parse(body);
    const { history } = this.#stage;
    const what = event === "CLIENT_MESSAGE" ? message.text : event;
    // Any 2xx is a success, whatever the body contains.
    const outcome = deed === "ok" || deed === "lie" ? "ok" : "failed";
    history.tell(`bot is told "${what}" (${id}) of chat ${chatId} by ${process}: ${deed}`);
    const sent = { sentAtMs, heardAtMs: null, process, id, chatId: String(chatId), what, body, outcome } as const;
    history.bot.push(history.awaitHeard(sent, request));
    if (event !== "CLIENT_MESSAGE" || outcome === "failed" || this.#known.has(id)) return;
    this.#known.add(id);
    const before = this.#last.get(chatId) ?? Promise.resolve();
    this.#last.set(
      chatId,
      before.then(() => this.#answer(id, String(chatId), what)),
    );
  }

  async #answer(id: string, chatId: string, what: string): Promise<void> {
    await this.#door.sleep(this.#random.between(0, thinkMsMax));
    const drawn = this.#random.next();
    if (drawn < silentShare) return;
    const isInvitation = drawn < silentShare + inviteShare;
    const text = isInvitation ? "INVITE_AGENT" : `bot: ${what}`;
    const event = isInvitation
      ? { event: "INVITE_AGENT", chat_id: chatId }
      : { event: "BOT_MESSAGE", chat_id: chatId, message: { type: "TEXT", text } };
    const { history, time } = this.#stage;
    const askedAtMs = time.nowMs;
    history.tell(`bot says "${text}" to chat ${chatId}`);
    const { status, body } = await this.#door.insist({
      method: "POST",
      path: `/bots/webhooks/${provider.id}/${provider.token}`,
      headers: { "idempotency-key": id },
      body: event,
    });
    history.tell(`"${text}" to chat ${chatId} is answered ${status}`);
    // A closed chat accepts no more messages.
    if (status === 200 && !isInvitation)
      history.botSaid.push({ who: "bot", chatId, text, askedAtMs, takenAtMs: time.nowMs });
    else if (status !== 200 && status !== 400)
      history.surprise(`"${text}" to chat ${chatId} was answered ${status} ${body}`);
  }
}
