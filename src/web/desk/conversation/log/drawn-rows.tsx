import type { ComponentClass, FunctionComponent, JSX } from "preact";
import { Component } from "preact";
import { useCallback, useMemo, useRef } from "preact/hooks";
import type { DeskChat, DeskMessage } from "../../../../codec/desk/desk.ts";
import { textsOf } from "../../../shared/language/texts.ts";
import { nameOfDay, startOfDay } from "../../../shared/parts/times.ts";
import { authorOf } from "../../parts/author.ts";
import { useDesk } from "../../shell/use-desk.ts";
import { conversationTexts } from "../../texts/en/conversation.ts";
import { Message } from "../message/message.tsx";
import { buttonStates } from "../message/message-facts.ts";
import { toRows } from "./rows.ts";

const text = textsOf("conversation", conversationTexts);

interface DrawnRowsProps {
  readonly chatId: string;
  readonly chat: DeskChat | undefined;
  /** The drawn messages. */
  readonly messages: readonly DeskMessage[];
  /** All loaded messages; they decide the state of buttons. */
  readonly all: readonly DeskMessage[];
  readonly unreadSeq: number | null;
  /** The start of today. */
  readonly today: number;
  readonly onOpenLog: (deliveryId: string) => void;
  /** Shows a message of the chat. */
  readonly onGo: (seq: number) => void;
  /** The next reply answers this message. */
  readonly onQuote: (message: DeskMessage) => void;
}

const StillMessage = still(Message);

/** The messages of a log, with day marks and the line of unread messages. */
export function DrawnRows(props: DrawnRowsProps): JSX.Element {
  const { chatId, chat, messages, all, unreadSeq, today } = props;
  const { surroundings } = useDesk();
  const { agent: me, channels } = surroundings.value;
  const rows = useMemo(() => toRows(messages, unreadSeq, startOfDay), [messages, unreadSeq]);
  const isOpen = chat?.state !== "closed";
  const buttons = useMemo(() => buttonStates(all, isOpen), [all, isOpen]);
  // A message is drawn again after a change of its properties, so these stay the same.
  const latest = useRef(props);
  latest.current = props;
  const open = useCallback((deliveryId: string) => latest.current.onOpenLog(deliveryId), []);
  const go = useCallback((seq: number) => latest.current.onGo(seq), []);
  const quote = useCallback((message: DeskMessage) => latest.current.onQuote(message), []);
  const isOwnChat = chat?.agent?.id === me.id && chat.state === "with_agent";
  const canResend = me.role === "admin" || (chat?.agent?.id === me.id && chat.state !== "waiting");
  const kind = channels.find(({ id }) => id === chat?.channelId)?.kind;
  return (
    <>
      {rows.map((row) => {
        if (row.kind === "unread") return <Unread key="unread" />;
        if (row.kind === "day") return <Day key={`day ${startOfDay(row.atMs)}`} atMs={row.atMs} today={today} />;
        const { message } = row;
        return (
          <StillMessage
            key={message.seq}
            chatId={chatId}
            message={message}
            author={authorOf(message, chat, surroundings.value)}
            isNamed={row.isNamed}
            isLast={row.isLast}
            canResend={canResend}
            isTextOnly={kind === "api"}
            isSeen={kind === "widget" ? isSeen(message, chat) : null}
            quotedAuthor={message.quote === undefined ? "" : authorOf(message.quote, chat, surroundings.value)}
            canQuote={isOwnChat}
            buttons={buttons.get(message.seq)}
            onOpenLog={open}
            onGo={go}
            onQuote={quote}
          />
        );
      })}
    </>
  );
}

/** Whether the visitor has seen the message; null for a message that is not for the visitor. Source: WJ-54. */
const isSeen = ({ seq, from, type, hidden }: DeskMessage, chat: DeskChat | undefined): boolean | null =>
  hidden || type === "note" || from === "client" || from === "system" ? null : seq <= (chat?.seenSeq ?? 0);

const Day = ({ atMs, today }: { readonly atMs: number; readonly today: number }): JSX.Element => (
  <li class="day">
    <span>{nameOfDay(atMs, today)}</span>
  </li>
);

const Unread = (): JSX.Element => (
  <li class="unread-line">
    <span>{text("newLine")}</span>
  </li>
);

/** The same component, redrawn only after a change of its props, because a log has thousands of such components. */
function still<Props extends object>(Part: FunctionComponent<Props>): ComponentClass<Props> {
  return class Still extends Component<Props> {
    override shouldComponentUpdate(next: Readonly<Props>): boolean {
      const before: object = this.props;
      const keys = Object.keys(next) as (keyof Props)[];
      return keys.length !== Object.keys(before).length || keys.some((key) => next[key] !== this.props[key]);
    }
    override render(props: Props): JSX.Element {
      return <Part {...props} />;
    }
  };
}
