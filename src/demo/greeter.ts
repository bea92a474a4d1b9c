import type { ScriptedAgent } from "./cast/agent.ts";
import { parcelPhoto } from "./cast/agent.ts";
import { loneBotChannel } from "./demo-config.ts";
import type { FlowLog } from "./flow-log.ts";
import { at, textAt } from "./json.ts";
import { passed } from "./time.ts";

const greeting =
  "Hello, I am Kim, a scripted agent. I will repeat what you write, as politely as I can. Ask for a photo and I send one.";
const wishPattern = /\b(?:photo|picture|file)s?\b/i;
/** Long enough for the user to see the typing sign. */
const typingMs = 700;

/**
 * Accepts every chat that waits for an agent, except the chats of the channel whose bot must get no agent. It greets once. Then it
 * repeats each message of the customer, or sends a photo on request. It sends a typing notice before each answer. Chats do not wait
 * for each other.
 */
export class Greeter {
  readonly #agent: ScriptedAgent;
  readonly #log: FlowLog;
  readonly #work = new Map<string, Promise<void>>();
  readonly #heard = new Set<string>();

  constructor(agent: ScriptedAgent, log: FlowLog) {
    this.#agent = agent;
    this.#log = log;
  }

  /** Accepts the chats that already wait, then each new chat. */
  async start(): Promise<void> {
    this.#agent.listen((frame) => {
      if (at(frame, "type") === "resync") void this.#takeWaiting();
      // The chat's bot has given it up or has invited an agent.
      if (textAt(frame, "chat", "state") === "waiting") this.#queueWelcome(textAt(frame, "chat", "id"));
      if (at(frame, "type") !== "message" || textAt(frame, "message", "from") !== "client") return;
      const chatId = textAt(frame, "chatId");
      const seq = textAt(frame, "message", "seq");
      if (this.#heard.has(`${chatId}/${seq}`)) return;
      this.#heard.add(`${chatId}/${seq}`);
      const words = textAt(frame, "message", "text") || textAt(frame, "message", "file_name");
      this.#queue(chatId, () => this.#answer(chatId, seq, words));
    });
    await this.#takeWaiting();
  }

  async #takeWaiting(): Promise<void> {
    const chats = await this.#agent.listChats("state=waiting");
    if (!Array.isArray(chats)) return;
    for (const chat of chats) this.#queueWelcome(textAt(chat, "id"));
  }

  #queueWelcome(chatId: string): void {
    this.#queue(chatId, () => this.#welcome(chatId).then(() => undefined));
  }

  #queue(chatId: string, task: () => Promise<void>): void {
    const before = this.#work.get(chatId) ?? Promise.resolve();
    const work = before.then(task).catch((error: unknown) => this.#log.note(`Kim could not answer: ${String(error)}`));
    this.#work.set(chatId, work);
  }

  async #answer(chatId: string, seq: string, text: string): Promise<void> {
    if (!(await this.#welcome(chatId))) return;
    await this.#type(chatId);
    const key = `echo-${chatId}-${seq}`;
    if (wishPattern.test(text)) {
      await this.#agent.sendFile(chatId, parcelPhoto, "Your parcel, packed and ready.", key, this.#log);
    } else await this.#agent.reply(chatId, `You wrote: “${text}”. Thank you!`, key, this.#log);
  }

  /**
   * Accepts the chat and greets, if no agent has the chat yet. Resolves with false if the bot has the chat, or if no agent may
   * accept it.
   */
  async #welcome(chatId: string): Promise<boolean> {
    const chat = await this.#agent.readChat(chatId);
    if (textAt(chat, "channelId") === loneBotChannel) return false;
    if (textAt(chat, "state") === "with_agent") return true;
    if (textAt(chat, "state") !== "waiting") return false;
    await this.#agent.accept(chatId, this.#log);
    await this.#type(chatId);
    await this.#agent.reply(chatId, greeting, `greet-${chatId}`, this.#log);
    return true;
  }

  async #type(chatId: string): Promise<void> {
    await this.#agent.type(chatId, this.#log);
    await passed(typingMs);
  }
}
