import type { ReadonlySignal } from "@preact/signals";
import { signal } from "@preact/signals";
import type { DeskSurroundings } from "../../../codec/desk/desk-surroundings.ts";
import type { Api } from "../../shared/api/api.ts";
import { createApi } from "../../shared/api/api.ts";
import type { Browser } from "../../shared/browser/browser.types.ts";

/** Still unknown, not logged in, an agent without permission, an agent who must first change the password, an administrator, or service not reached. */
export type Entry =
  | { readonly at: "asking" }
  | { readonly at: "login"; readonly hasEnded: boolean }
  | { readonly at: "refused"; readonly name: string }
  | { readonly at: "new-password" }
  | { readonly at: "inside" }
  | { readonly at: "unreached"; readonly message: string };

export interface Door {
  readonly api: Api;
  readonly entry: ReadonlySignal<Entry>;
  /** Asks the service whose session the browser has. */
  enter(): Promise<void>;
  /** Ends the session and shows the login. */
  logOut(): Promise<void>;
}

/** Knows who is logged in. After a new login the page is where it was before. */
export function openDoor(browser: Browser): Door {
  const entry = signal<Entry>({ at: "asking" });
  let wasInside = false;
  const api = createApi(browser, () => {
    entry.value = { at: "login", hasEnded: wasInside };
  });
  return {
    api,
    entry,
    async enter() {
      const answer = await api.get<{ readonly session: DeskSurroundings | null }>("/api/session/optional");
      if (!answer.ok) {
        if (answer.failure.status !== 401) entry.value = { at: "unreached", message: answer.failure.message };
        return;
      }
      const { session } = answer.value;
      if (session === null) {
        entry.value = { at: "login", hasEnded: wasInside };
        return;
      }
      const { agent, passwordMustChange = false } = session;
      if (passwordMustChange) {
        entry.value = { at: "new-password" };
        return;
      }
      wasInside = agent.role === "admin";
      entry.value = wasInside ? { at: "inside" } : { at: "refused", name: agent.name };
    },
    async logOut() {
      const answer = await api.send("DELETE", "/api/session");
      if (!answer.ok && answer.failure.status !== 401) {
        entry.value = { at: "unreached", message: `You are still logged in. ${answer.failure.message}` };
        return;
      }
      wasInside = false;
      entry.value = { at: "login", hasEnded: false };
    },
  };
}
