import type { ComponentChild, JSX } from "preact";
import type { DeskMessage } from "../../../../codec/desk/desk.ts";
import { address } from "../../../../codec/text/addresses.ts";
import type { MarkdownPart } from "../../../../codec/text/markdown.ts";
import { isWebAddress } from "./message-facts.ts";

const away = { target: "_blank", rel: "noopener noreferrer" } as const;

/** A literal text with its line breaks; addresses in it are links. Source: CH-37. */
export const LiteralText = ({ text }: { readonly text: string }): JSX.Element => (
  <p class="text" dir="auto" translate={true}>
    {withLinks(text)}
  </p>
);

export const withLinks = (text: string): ComponentChild =>
  text
    .split(address)
    .map((piece, index) => (index % 2 === 1 && isWebAddress(piece) ? <Away url={piece}>{piece}</Away> : piece));

/** The text of a message besides its file: a bot's markdown is formatted, all other text is literal. Source: BOT-36, BOT-37. */
export function SaidText({ message }: { readonly message: DeskMessage }): JSX.Element | null {
  if (message.parts.length > 0)
    return (
      <p class="text" dir="auto" translate={true}>
        {message.parts.map(toStyled)}
      </p>
    );
  return message.text === "" ? null : <LiteralText text={message.text} />;
}

const isFollowed = (link: string): boolean => isWebAddress(link) || /^(mailto|tel):./i.test(link);

function toStyled({ text, bold, italic, link }: MarkdownPart): ComponentChild {
  const leaning = italic ? <i>{text}</i> : text;
  const strong = bold ? <b>{leaning}</b> : leaning;
  if (link === null || !isFollowed(link)) return strong;
  return (
    <Away url={link} title={link}>
      {strong}
    </Away>
  );
}

interface AwayProps {
  readonly url: string;
  readonly title?: string;
  readonly onClick?: (event: MouseEvent) => void;
  readonly children: ComponentChild;
}

/** A link out of the desk: a new page that does not learn its origin. */
export const Away = ({ url, title, onClick, children }: AwayProps): JSX.Element => (
  <a {...away} href={url} title={title} onClick={onClick}>
    {children}
  </a>
);
