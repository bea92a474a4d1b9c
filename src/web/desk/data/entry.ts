import type { ReadonlySignal } from "@preact/signals";
import { effect, signal } from "@preact/signals";
import type { Api } from "../../shared/api/api.ts";
import { createApi } from "../../shared/api/api.ts";
import type { Browser } from "../../shared/browser/browser.types.ts";
import type { ChatsPage, Surroundings } from "./answers.types.ts";
import { pageChats } from "./chats.ts";
import type { Desk } from "./desk.ts";
import { openDesk } from "./desk.ts";

/** Still unknown, not logged in, logged in with a password that must be changed first, logged in, or service not reached. */
export type EntryState = "asking" | "login" | "change" | "inside" | { readonly unreached: string };

/** Knows who is logged in. An agent who logs in again finds everything as before. */
export interface Entry {
  readonly api: Api;
  readonly state: ReadonlySignal<EntryState>;
  /** The desk of the current or last agent, once it has something to show. */
  readonly desk: ReadonlySignal<Desk | null>;
  /** The address of the agent who must change the password first. */
  readonly email: ReadonlySignal<string>;
  /** Asks the service whose session the browser has. */
  enter(): Promise<void>;
  stop(): void;
}

/** The storage key of the last login in any tab. */
const enteredKey = "parley.desk.entered";

/** After this time the desk is shown without rows. */
const emptyAfterMs = 150;

/** Without a session this is no refusal, which would be written to the browser's console. */
const sessionPath = "/api/session/optional";
/** The same with the first chats. The page loads this address ahead of its scripts. */
const firstPath = `${sessionPath}?chats=${pageChats}`;

interface Found {
  readonly session: Surroundings | null;
  readonly open?: ChatsPage;
}

export function openEntry(browser: Browser): Entry {
  const state = signal<EntryState>("asking");
  const desk = signal<Desk | null>(null);
  const email = signal("");
  const api = createApi(browser, () => {
    state.value = "login";
  });
  let opened: Desk | null = null;
  const open = async (surroundings: Surroundings, firstChats: ChatsPage | null): Promise<void> => {
    opened?.stop();
    const mine = openDesk(browser, api, { surroundings, chats: firstChats }, () => void enter());
    opened = mine;
    // Nothing of another agent is shown meanwhile.
    desk.value = null;
    // Drawing the page together with its rows is less work than drawing it empty first.
    await Promise.race([mine.firstRead, new Promise<void>((resolve) => browser.after(emptyAfterMs, resolve))]);
    if (opened === mine) desk.value = mine;
  };
  const enter = async (): Promise<void> => {
    const answer = await api.get<Found>(opened === null ? firstPath : sessionPath);
    const before = opened;
    if (!answer.ok) {
      if (answer.failure.status === 401) return;
      if (before === null) state.value = { unreached: answer.failure.message };
      else before.link.retry();
      return;
    }
    const { session, open: chats = null } = answer.value;
    if (session === null) {
      state.value = "login";
      return;
    }
    const { id } = session.agent;
    if (session.passwordMustChange === true) {
      email.value = session.agent.email;
      state.value = "change";
      return;
    }
    if (before !== null && before.surroundings.peek().agent.id === id) before.resume();
    else void open(session, chats);
    state.value = "inside";
    browser.storage.set(enteredKey, `${id}.${browser.newId()}`);
  };
  const stops = [
    onRefusal(desk, enter, () => {
      state.value = "login";
    }),
    // An agent, perhaps another one, has logged in in another tab.
    browser.storage.onChange((key, value) => {
      if (key !== enteredKey) return;
      const own = opened?.surroundings.peek().agent.id;
      if (state.peek() !== "inside" || value?.split(".")[0] !== String(own)) void enter();
    }),
    browser.on("return", () => {
      if (state.peek() === "login") void enter();
    }),
  ];
  return {
    api,
    state,
    desk,
    email,
    enter,
    stop() {
      for (const stop of stops) stop();
      opened?.stop();
      opened = null;
    },
  };
}

/** The socket may be the first to notice the end of a session. Another tab may have started a new one since. */
function onRefusal(desk: ReadonlySignal<Desk | null>, enter: () => Promise<void>, leave: () => void): () => void {
  let isTried = false;
  return effect(() => {
    const link = desk.value?.link.state.value;
    if (link === "live") isTried = false;
    if (link !== "refused") return;
    if (isTried) return leave();
    isTried = true;
    void enter();
  });
}
