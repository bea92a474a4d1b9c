import type { ReadonlySignal, Signal } from "@preact/signals";
import { signal } from "@preact/signals";
import type { Browser } from "../../shared/browser/browser.types.ts";
import { createTimer } from "../../shared/live/timer.ts";
import type { DeskNews } from "./answers.types.ts";

/** A colleague who has a chat open. */
export interface Viewer {
  readonly id: number;
  readonly name: string;
  readonly writes: boolean;
}

/** The chats that colleagues have open. Each desk repeats its own, so that nobody stays in a chat after a lost connection. */
export interface Viewers {
  /** The colleagues in a chat, in the order in which they came. */
  of(chatId: string): ReadonlySignal<readonly Viewer[]>;
  heard(news: Extract<DeskNews, { readonly type: "viewer" }>): void;
  /** The chat that this page shows; null for none. */
  view(chatId: string | null): void;
  /** The agent changed a text in this chat. */
  wrote(chatId: string, text: string): void;
  /** A new connection: the service has forgotten this page, and colleagues may have left meanwhile. */
  entered(): void;
  stop(): void;
}

/** An agent who moves through the list opens many chats, which nobody needs to know. */
const settleMs = 300;
const repeatMs = 20_000;
/** Two repeats may be lost. */
const viewsMs = 45_000;
const writesMs = 5_000;

/** `send` returns false without a connection. */
export function createViewers(browser: Browser, me: number, send: (frame: object) => boolean): Viewers {
  const known = new Map<string, Signal<readonly Viewer[]>>();
  const ends = new Map<string, () => void>();
  const own = createOwnView(browser, send);

  const entryOf = (chatId: string): Signal<readonly Viewer[]> => {
    const found = known.get(chatId) ?? signal<readonly Viewer[]>([]);
    known.set(chatId, found);
    return found;
  };
  const leave = (chatId: string, id: number): void => {
    ends.get(`${chatId} ${id}`)?.();
    ends.delete(`${chatId} ${id}`);
    const entry = entryOf(chatId);
    if (entry.value.some((viewer) => viewer.id === id)) entry.value = entry.value.filter((viewer) => viewer.id !== id);
  };
  return {
    of: entryOf,
    heard({ chatId, agent: { id, name }, state }) {
      if (id === me) return;
      if (state === "left") return leave(chatId, id);
      const entry = entryOf(chatId);
      const viewer = { id, name, writes: state === "writes" };
      const isNew = !entry.value.some((one) => one.id === id);
      entry.value = isNew ? [...entry.value, viewer] : entry.value.map((one) => (one.id === id ? viewer : one));
      ends.get(`${chatId} ${id}`)?.();
      ends.set(
        `${chatId} ${id}`,
        browser.after(viewsMs, () => leave(chatId, id)),
      );
      if (isNew) own.greet(chatId);
    },
    view: own.view,
    wrote: own.wrote,
    entered() {
      for (const [chatId, entry] of known) for (const { id } of entry.value) leave(chatId, id);
      own.entered();
    },
    stop() {
      own.stop();
      for (const end of ends.values()) end();
    },
  };
}

/** What this page tells the service about its agent. */
interface OwnView extends Pick<Viewers, "view" | "wrote" | "entered" | "stop"> {
  /** A colleague came into this chat, and does not know yet that the agent is there. */
  greet(chatId: string): void;
}

function createOwnView(browser: Browser, send: (frame: object) => boolean): OwnView {
  const [next, stillWrites] = [createTimer(browser), createTimer(browser)];
  let shown: string | null = null;
  let writes = false;
  let told: string | null = null;

  const tell = (): void => {
    if (shown === null && told === null) return;
    if (send({ type: "viewing", ...(shown !== null && { chatId: shown, writes }) })) told = shown;
    if (shown === null) next.stop();
    else next.set(repeatMs, tell);
  };
  const notWriting = (): void => {
    stillWrites.stop();
    if (!writes) return;
    writes = false;
    tell();
  };
  return {
    greet(chatId) {
      if (chatId === shown) next.set(settleMs, tell);
    },
    view(chatId) {
      if (chatId === shown) return;
      shown = chatId;
      writes = false;
      stillWrites.stop();
      next.set(settleMs, tell);
    },
    wrote(chatId, text) {
      if (chatId !== shown) return;
      if (text.trim() === "") return notWriting();
      stillWrites.set(writesMs, notWriting);
      if (writes) return;
      writes = true;
      tell();
    },
    entered() {
      told = null;
      tell();
    },
    stop() {
      next.stop();
      stillWrites.stop();
    },
  };
}
