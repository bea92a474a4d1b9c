import type { JSX } from "preact";
import { textsOf } from "../../shared/language/texts.ts";
import { ClientPanel } from "../client/client-panel.tsx";
import { Conversation } from "../conversation/conversation.tsx";
import { clientPanelId, clientPanelOpen } from "../shell/pane-buttons.tsx";
import { inbox } from "../texts/en/inbox.ts";

const text = textsOf("inbox", inbox);

/** A chat with its client beside it, or over it on narrow pages. */
export function ChatPane({ chatId }: { readonly chatId: string }): JSX.Element {
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
