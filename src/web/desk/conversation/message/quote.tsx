import type { JSX } from "preact";
import { textsOf } from "../../../shared/language/texts.ts";
import { explained } from "../../../shared/ui/tooltip.ts";
import type { Quoted } from "../../data/quotes.ts";
import { messageTexts } from "../../texts/en/message.ts";
import { kindOf } from "./message-facts.ts";

const text = textsOf("message", messageTexts);

interface QuoteProps {
  readonly quote: Quoted;
  /** Who wrote the quoted message. */
  readonly author: string;
  /** Shows the quoted message. */
  readonly onGo?: (seq: number) => void;
}

/** The message that a reply answers. Source: WJ-55. */
export function Quote({ quote, author, onGo }: QuoteProps): JSX.Element {
  const words = (
    <>
      <span class="quote-author" dir="auto">
        {author}
      </span>
      <span class="quote-words" dir="auto">
        {quote.text || kindOf(quote)}
      </span>
    </>
  );
  return (
    <blockquote class="quote">
      {onGo === undefined ? (
        words
      ) : (
        <button type="button" {...explained(text("toQuoted"))} onClick={() => onGo(quote.seq)}>
          {words}
        </button>
      )}
    </blockquote>
  );
}
