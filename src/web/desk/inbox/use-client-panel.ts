import { useEffect } from "preact/hooks";
import { useCommands } from "../shell/commands/commands.ts";
import { clientPanelId, clientPanelOpen } from "../shell/panes.ts";

/** The client's panel where it lies over the conversation: opened by key, closed by Escape and with its chat. */
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
    chatId === null ? [] : [{ id: "client-panel", title: "Show the client", keys: "i", group: "Chat", run: turn }],
    [chatId === null],
  );
  useCommands(
    isOpen ? [{ id: "close-panel", title: "Close the client's panel", keys: "Escape", group: "Chat", run: turn }] : [],
    [isOpen],
  );
}
