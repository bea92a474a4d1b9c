import type { JSX } from "preact";
import type { DeskChat } from "../../../codec/desk/desk.ts";
import { textsOf } from "../../shared/language/texts.ts";
import { Icon } from "../../shared/parts/icon.tsx";
import { FailedSteps, FailedText } from "../shell/failures/failed-card.tsx";
import { conversationTexts } from "../texts/en/conversation.ts";

const text = textsOf("conversation", conversationTexts);

/** The bar for undelivered messages of this chat, from any author. */
export function FailedBar({ chat }: { readonly chat: DeskChat }): JSX.Element | null {
  if (chat.failed === null) return null;
  return (
    <section class="failed-bar" aria-label={text("failedHere")}>
      <Icon name="warning" />
      <FailedText chat={chat} />
      <FailedSteps
        chat={chat}
        onGone={() => document.querySelector<HTMLElement>(".conversation [role=log]")?.focus()}
      />
    </section>
  );
}
