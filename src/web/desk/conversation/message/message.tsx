import type { ComponentChildren, JSX } from "preact";
import type { MessageButton } from "../../../../../machines/chat/message.types.ts";
import type { DeskMessage } from "../../../../codec/desk/desk.ts";
import { textsOf } from "../../../shared/language/texts.ts";
import { exactTime, timeOfDay } from "../../../shared/parts/times.ts";
import { Icon } from "../../../shared/ui/icon.tsx";
import { named } from "../../../shared/ui/tooltip.ts";
import { messageTexts } from "../../texts/en/message.ts";
import { DeliveryState } from "../delivery/delivery-state.tsx";
import { LinkPreview } from "./link-preview.tsx";
import { Media } from "./media.tsx";
import type { ButtonsState } from "./message-facts.ts";
import { Quote } from "./quote.tsx";
import { LiteralText, SaidText, withLinks } from "./said-text.tsx";

const text = textsOf("message", messageTexts);

export interface MessageProps {
  readonly chatId: string;
  readonly message: DeskMessage;
  readonly author: string;
  /** The author is shown above the message. */
  readonly isNamed: boolean;
  /** The time is shown below the message. */
  readonly isLast: boolean;
  readonly canResend: boolean;
  /** The channel can show only text. Source: BOT-38. */
  readonly isTextOnly: boolean;
  /** Whether the visitor has seen it; null where that is not known. Source: WJ-54. */
  readonly isSeen: boolean | null;
  /** The author of the quoted message; `""` without a quote. */
  readonly quotedAuthor: string;
  /** The agent may answer this message. */
  readonly canQuote: boolean;
  readonly buttons: ButtonsState | undefined;
  /** Shows the log of a delivery's attempts. */
  readonly onOpenLog: (deliveryId: string) => void;
  /** Shows a message of the chat. */
  readonly onGo: (seq: number) => void;
  /** The next reply answers this message. */
  readonly onQuote: (message: DeskMessage) => void;
}

/** One message in the log, in the way of its kind. */
export function Message(props: MessageProps): JSX.Element {
  switch (props.message.type) {
    case "event":
      return <EventLine message={props.message} />;
    case "invitation":
      return <Invitation message={props.message} />;
    case "note":
      return <Note {...props} />;
    default:
      return <Said {...props} />;
  }
}

/** An action or a failure of the service. */
const EventLine = ({ message }: { readonly message: DeskMessage }): JSX.Element => (
  <li class="event" data-seq={message.seq}>
    <p dir="auto">
      {message.text} <Time atMs={message.at} />
    </p>
  </li>
);

/** The text of the invitation that the client answered, as information for the agents. Source: CH-31. */
const Invitation = ({ message }: { readonly message: DeskMessage }): JSX.Element => (
  <li class="context" data-seq={message.seq}>
    <p class="author">{text("invitedWith")}</p>
    <LiteralText text={message.text} />
  </li>
);

const Note = ({ message, author }: MessageProps): JSX.Element => (
  <li class="message note" data-seq={message.seq}>
    <div class="bubble">
      <p class="author">
        <Icon name="note" />
        <span>{author}</span>
        <span class="aside">{text("onlyAgents")}</span>
      </p>
      <LiteralText text={message.text} />
    </div>
    <p class="meta">
      <Time atMs={message.at} />
    </p>
  </li>
);

function Said(props: MessageProps): JSX.Element {
  const { message, author, isNamed, isLast, isSeen, canQuote } = props;
  const { seq, from, hidden, at } = message;
  const marks = [`from-${from}`, hidden && "unshown", isNamed && "named", isLast && "last"].filter(Boolean).join(" ");
  return (
    <li class={`message ${marks}`} data-seq={seq}>
      {isNamed ? <Author from={from} author={author} /> : <span class="hush">{text("says", { author })} </span>}
      <div class="line">
        <div class={`bubble${isBare(message) ? " bare" : ""}`}>
          {message.quote !== undefined && <Quote quote={message.quote} author={props.quotedAuthor} onGo={props.onGo} />}
          <Media chatId={props.chatId} message={message} />
          <SaidText message={message} />
          <LinkPreview chatId={props.chatId} message={message} />
          {message.buttons.length > 0 && <BotButtons buttons={message.buttons} state={props.buttons} />}
        </div>
        <Delivered {...props} />
        {canQuote && !hidden && <QuoteIt onClick={() => props.onQuote(message)} />}
      </div>
      <Asides {...props} />
      <UnderWay {...props} />
      {isLast && (
        <p class="meta">
          <Time atMs={at} />
          {isSeen !== null && <SeenState isSeen={isSeen} />}
        </p>
      )}
    </li>
  );
}

const SeenState = ({ isSeen }: { readonly isSeen: boolean }): JSX.Element => (
  <span class={isSeen ? "seen-state seen" : "seen-state"} title={text(isSeen ? "seenTitle" : "sentTitle")}>
    <Icon name={isSeen ? "eye" : "check"} /> {text(isSeen ? "seen" : "sent")}
  </span>
);

/** Tab skips it, because every message has one: a key leads to the last one. */
const QuoteIt = ({ onClick }: { readonly onClick: () => void }): JSX.Element => (
  <button type="button" class="quote-it icon-button" tabIndex={-1} {...named(text("replyToThis"))} onClick={onClick}>
    <Icon name="reply" />
  </button>
);

/** A picture without words needs no bubble around it. */
const isBare = (message: DeskMessage): boolean => message.type === "sticker" && message.text === "";

const Author = ({ from, author }: { readonly from: DeskMessage["from"]; readonly author: string }): JSX.Element => (
  <p class="author">
    {from === "bot" && <Icon name="bot" />}
    <span dir="auto">{author}</span>
    {from === "bot" && <span class="tag">{text("bot")}</span>}
  </p>
);

/** Notes on a message besides its content. Source: BOT-34, BOT-38, BOT-42, CH-36. */
function Asides({ message, isTextOnly }: MessageProps): JSX.Element {
  const { hidden, buttonId, fallback, type, cut, quote } = message;
  const isReplaced = isTextOnly && fallback !== null && !hidden && (type === "markdown" || type === "buttons");
  return (
    <>
      {cut !== undefined && (
        <Aside>
          <Icon name="warning" /> {text("cut", { n: cut })}
        </Aside>
      )}
      {hidden && (
        <Aside>
          <Icon name="hidden" /> {text("hidden")}
        </Aside>
      )}
      {buttonId !== null && <Aside>{text("clicked")}</Aside>}
      {quote !== undefined && isTextOnly && <Aside>{text("quoteNotSent")}</Aside>}
      {isReplaced && <Aside>{withLinks(text("plainText", { fallback }))}</Aside>}
    </>
  );
}

const Aside = ({ children }: { readonly children: ComponentChildren }): JSX.Element => <p class="aside">{children}</p>;

/** A finished delivery is shown beside the message, because it is the usual case. */
const Delivered = ({ message: { delivery }, ...rest }: MessageProps): JSX.Element | null =>
  delivery?.state === "delivered" ? <DeliveryState delivery={delivery} {...rest} /> : null;

/** Any other delivery state is shown below the message, because the agent must read it. Source: DEL-17. */
const UnderWay = ({ message: { delivery }, ...rest }: MessageProps): JSX.Element | null =>
  delivery !== null && delivery.state !== "delivered" ? <DeliveryState delivery={delivery} {...rest} /> : null;

const Time = ({ atMs }: { readonly atMs: number }): JSX.Element => (
  <time dateTime={new Date(atMs).toISOString()} title={exactTime(atMs)}>
    {timeOfDay(atMs)}
  </time>
);

interface BotButtonsProps {
  readonly buttons: readonly MessageButton[];
  readonly state: ButtonsState | undefined;
}

/** The prepared answers of a bot; only the client can click them. Source: BOT-40, BOT-42. */
function BotButtons({ buttons, state = { isLive: false, clicked: null } }: BotButtonsProps): JSX.Element {
  return (
    <div class="bot-buttons">
      <ul aria-label={text(state.isLive ? "buttonsLiveList" : "buttonsRetiredList")}>
        {buttons.map(({ text: label, id }, index) => (
          <li key={`${index} ${id}`} class={state.isLive ? "live" : "retired"}>
            {state.clicked === index && <Icon name="check" />}
            {label}
            {state.clicked === index && <span class="hush">{text("clickedMark")}</span>}
          </li>
        ))}
      </ul>
      <p class="aside">{text(state.isLive ? "buttonsLive" : "buttonsRetired")}</p>
    </div>
  );
}
