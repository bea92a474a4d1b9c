import type { JSX } from "preact";
import { textsOf } from "../../../shared/language/texts.ts";
import { useDesk } from "../../shell/use-desk.ts";
import { conversationTexts } from "../../texts/en/conversation.ts";

const text = textsOf("conversation", conversationTexts);

/** The client is writing now. Source: CH-48. */
export function ClientTyping({ chatId, name }: { readonly chatId: string; readonly name: string }): JSX.Element {
  const isTyping = useDesk().typing.of(chatId).value;
  return (
    <p class="client-typing" role="status">
      {isTyping && <i aria-hidden="true" />}
      {isTyping && <span dir="auto">{text("isTyping", { name })}</span>}
    </p>
  );
}
