import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { textsOf } from "../../shared/language/texts.ts";
import { Failed } from "../../shared/parts/missing.tsx";
import { useCommands } from "../shell/commands/commands.ts";
import { clientPanelId, clientPanelOpen } from "../shell/pane-buttons.tsx";
import { loadSecondScript, secondScript } from "../shell/second-script.ts";
import { inbox } from "../texts/en/inbox.ts";
import { shell } from "../texts/en/shell.ts";

const text = textsOf("inbox", inbox);
const shellText = textsOf("shell", shell);

/**
 * The panel over the chat is a step of the history of its own, so that the browser's Back closes the panel and not the chat. A panel that was
 * closed otherwise leaves its step, for the next time that it opens. Returns a function that ends it.
 */
function closeOnBack(): () => void {
  if (!matchMedia("(width < 1100px)").matches) return () => undefined;
  const close = (): void => {
    clientPanelOpen.value = false;
  };
  if (history.state?.isPanel !== true) history.pushState({ isPanel: true }, "");
  addEventListener("popstate", close);
  return () => removeEventListener("popstate", close);
}

/** The client's panel when it covers the conversation: a key opens it, Escape or another chat closes it. */
export function useClientPanel(chatId: string | null): void {
  const isOpen = clientPanelOpen.value;
  useEffect(() => {
    clientPanelOpen.value = false;
  }, [chatId]);
  useEffect(() => {
    if (!isOpen) return;
    const before = document.activeElement;
    const stopHearing = closeOnBack();
    document.querySelector<HTMLElement>(`#${clientPanelId} button`)?.focus();
    return () => {
      stopHearing();
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

/** A chat with its client beside it. */
export function OpenChat({ chatId }: { readonly chatId: string }): JSX.Element {
  const { value: loaded } = secondScript;
  useEffect(loadSecondScript, []);
  if (typeof loaded === "object") return <loaded.ChatPane chatId={chatId} />;
  return (
    <main class="conversation" aria-busy={loaded === "loading"}>
      {loaded === "failed" && (
        <Failed look="empty" onRetry={loadSecondScript}>
          {shellText("pageNotLoaded")}
        </Failed>
      )}
    </main>
  );
}
