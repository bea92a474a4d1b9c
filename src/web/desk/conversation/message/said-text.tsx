import type { ComponentChild, JSX } from "preact";
import type { DeskMessage } from "../../../../codec/desk.ts";
import type { MarkdownPart } from "../../../../codec/markdown.ts";
import { isWebAddress, splitLinks } from "./links.ts";

const away = { target: "_blank", rel: "noopener noreferrer" } as const;

/** A text as it came, line breaks included; addresses in it can be followed. Source: CH-37. */
export const LiteralText = ({ text }: { readonly text: string }): JSX.Element => (
  <p class="text" dir="auto">
    {splitLinks(text).map(({ text: piece, url }) => (url === null ? piece : <Away url={url}>{piece}</Away>))}
  </p>
);

/** What a message says beside its file: a bot's markdown in its parts, everything else literally. Source: BOT-36, BOT-37. */
export function SaidText({ message }: { readonly message: DeskMessage }): JSX.Element | null {
  if (message.parts.length > 0)
    return (
      <p class="text" dir="auto">
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

/** A link out of the desk: a page of its own, which learns nothing of where one came from. */
export const Away = ({ url, title, onClick, children }: AwayProps): JSX.Element => (
  <a {...away} href={url} title={title} onClick={onClick}>
    {children}
  </a>
);
