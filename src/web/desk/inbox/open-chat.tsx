import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { textsOf } from "../../shared/language/texts.ts";
import { ClientPanel } from "../client/client-panel.tsx";
import { Conversation } from "../conversation/conversation.tsx";
import { useCommands } from "../shell/commands/commands.ts";
import { clientPanelId, clientPanelOpen } from "../shell/pane-buttons.tsx";
import { inbox } from "../texts/en/inbox.ts";

const text = textsOf("inbox", inbox);

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

/** A chat with its client beside it, or over it on narrow pages. */
export function OpenChat({ chatId }: { readonly chatId: string }): JSX.Element {
  const closePanel = (): void => {
    clientPanelOpen.value = false;
  };
  return (
    <>
      <Conversation key={chatId} chatId={chatId} />
      {clientPanelOpen.value && <div class="panel-shade" onClick={closePanel} aria-hidden="true" />}
      <div class="client-pane" id={clientPanelId}>
        <button type="button" class="quiet close-panel" onClick={closePanel}>
          {text("close")}
        </button>
        <ClientPanel key={chatId} chatId={chatId} />
      </div>
    </>
  );
}
