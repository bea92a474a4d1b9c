import type { VisitorChat, VisitorMessage } from "../../codec/visitor/visitor.ts";
import type { HeardFrame, ReadyFrame } from "../widget/body/frames.types.ts";
import type { Scene } from "./scene.types.ts";

interface AskedFrame {
  readonly type: string;
  readonly id: string;
  readonly text?: string;
}

/** The time after which the agent answers. */
const answerAfterMs = 1_200;

/** A service that knows one visitor and plays the conversation of a scene. */
function createPlay({ isOffline, hasBot, settings, asked, answered, ...scene }: Scene) {
  const agent = { name: scene.agent, photo: null };
  const chat: VisitorChat = { id: "1", state: "with_agent", agent, accepted: true, rate: null, call: null };
  const ready: ReadyFrame = {
    type: "ready",
    visitor: "preview",
    number: 1,
    mode: isOffline ? "offline" : "online",
    callback: "Callback disabled",
    hasBot,
    rate: { perSecond: 10, burst: 10 },
    fileBytesMax: 0,
    contact: { name: null, email: null, phone: null, description: null },
    answerSeconds: 60,
    earlierChats: 0,
    agents: isOffline ? [] : [agent],
    chat: isOffline || settings.suggestions ? null : chat,
  };
  let seq = 0;
  const say = (from: "client" | "agent", text: string, requestId: string | null): HeardFrame => {
    seq += 1;
    const written = { type: "text", text, parts: [], buttons: [], at: Date.now() };
    const message: VisitorMessage = { ...written, seq, from, requestId, agent: from === "agent" ? agent : null };
    return { type: "message", chatId: chat.id, message };
  };
  const talk = (): readonly HeardFrame[] => [say("client", asked, null), say("agent", answered, null)];
  return {
    answer({ type, id, text = "" }: AskedFrame): readonly HeardFrame[] {
      if (type === "hello") return [ready, ...(ready.chat === null ? [] : talk())];
      const done: HeardFrame = { type: "done", id };
      return type === "message" ? [{ type: "chat", chat }, say("client", text, id), done] : [done];
    },
    reply: (): readonly HeardFrame[] => [say("agent", answered, null)],
  };
}

/** Returns a class in place of `WebSocket`. Each connection plays the scene of its moment. */
export const playedSocket = (scene: () => Scene) =>
  class {
    readonly readyState = 1;
    readonly #play = createPlay(scene());
    onopen: (() => void) | null = null;
    onmessage: ((event: { readonly data: string }) => void) | null = null;

    constructor() {
      setTimeout(() => this.onopen?.());
    }

    send(text: string): void {
      const frame: AskedFrame = JSON.parse(text);
      this.#hear(() => this.#play.answer(frame));
      if (frame.type === "message") this.#hear(this.#play.reply, answerAfterMs);
    }

    close(): void {
      this.onmessage = null;
    }

    #hear(frames: () => readonly HeardFrame[], afterMs = 0): void {
      setTimeout(() => {
        for (const frame of frames()) this.onmessage?.({ data: JSON.stringify(frame) });
      }, afterMs);
    }
  };
