import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { textsOf } from "../../shared/language/texts.ts";
import { Failed } from "../../shared/parts/missing.tsx";
import { useCommands } from "../shell/commands/commands.ts";
import { clientPanelId, clientPanelOpen } from "../shell/pane-buttons.tsx";
import { inbox } from "../texts/en/inbox.ts";
import { shell } from "../texts/en/shell.ts";

const text = textsOf("inbox", inbox);
const shellText = textsOf("shell", shell);

/** The client's panel when it covers the conversation: a key opens it, Escape or another chat closes it. */
export function useClientPanel(chatId: string | null): void {
  const isOpen = clientPanelOpen.value;
  useEffect(() => {
    clientPanelOpen.value = false;
  }, [chatId]);
  useEffect(() => {
    if (!isOpen) return;
    const before = document.activeElement;
    document.querySelector<HTMLElement>(`#${clientPanelId} button`)?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [isOpen]);
  const turn = (): void => {
    clientPanelOpen.value = !clientPanelOpen.value;
  };
  useCommands(
    chatId === null
      ? []
      : [{ id: "client-panel", title: text("showClient"), keys: "i", group: text("chat"), run: turn }],
    [chatId === null],
  );
  useCommands(
    isOpen ? [{ id: "close-panel", title: text("closeClient"), keys: "Escape", group: text("chat"), run: turn }] : [],
    [isOpen],
  );
}

const pane = signal<typeof import("./chat-pane.tsx").ChatPane | "loading" | "failed">("loading");
let isAsked = false;

/** Loads the code of an open chat. It is asked for when the first rows are shown, so that a click finds it there. */
export function loadOpenChat(): void {
  if (isAsked) return;
  isAsked = true;
  pane.value = "loading";
  import("./chat-pane.tsx").then(
    ({ ChatPane }) => (pane.value = ChatPane),
    () => {
      isAsked = false;
      pane.value = "failed";
    },
  );
}

/** A chat with its client beside it. */
export function OpenChat({ chatId }: { readonly chatId: string }): JSX.Element {
  const { value: Pane } = pane;
  useEffect(loadOpenChat, []);
  if (typeof Pane === "function") return <Pane chatId={chatId} />;
  return (
    <main class="conversation" aria-busy={Pane === "loading"}>
      {Pane === "failed" && (
        <Failed look="empty" onRetry={loadOpenChat}>
          {shellText("pageNotLoaded")}
        </Failed>
      )}
    </main>
  );
}
