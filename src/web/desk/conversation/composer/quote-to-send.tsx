import type { JSX } from "preact";
import type { DeskChat } from "../../../../codec/desk/desk.ts";
import { textsOf } from "../../../shared/language/texts.ts";
import { Icon } from "../../../shared/ui/icon.tsx";
import { named } from "../../../shared/ui/tooltip.ts";
import { authorOf } from "../../parts/author.ts";
import { useDesk } from "../../shell/use-desk.ts";
import { composerTexts } from "../../texts/en/composer.ts";
import { Quote } from "../message/quote.tsx";

const text = textsOf("composer", composerTexts);

/** The message that the reply answers, above the field. Source: WJ-55. */
export function QuoteToSend({ chat }: { readonly chat: DeskChat }): JSX.Element | null {
  const { quotes, surroundings } = useDesk();
  const quote = quotes.of(chat.id);
  if (quote === null) return null;
  const { channels } = surroundings.value;
  const isTextOnly = channels.find(({ id }) => id === chat.channelId)?.kind === "api";
  return (
    <div class="quote-to-send">
      <Quote quote={quote} author={authorOf(quote, chat, surroundings.value)} />
      {isTextOnly && <p class="help">{text("quoteOnlyHere")}</p>}
      <button type="button" class="icon-button" {...named(text("dropQuote"))} onClick={() => quotes.drop(chat.id)}>
        <Icon name="close" />
      </button>
    </div>
  );
}
