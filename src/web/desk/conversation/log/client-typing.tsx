import type { JSX } from "preact";
import { useDesk } from "../../shell/use-desk.ts";

/** The client is writing now. Source: CH-48. */
export function ClientTyping({ chatId, name }: { readonly chatId: string; readonly name: string }): JSX.Element {
  const isTyping = useDesk().typing.of(chatId).value;
  return (
    <p class="client-typing" role="status">
      {isTyping && <i aria-hidden="true" />}
      {isTyping && <span dir="auto">{name} is typing</span>}
    </p>
  );
}
