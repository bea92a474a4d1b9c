import type { ComponentClass, FunctionComponent, JSX } from "preact";
import { Component } from "preact";
import { useCallback, useMemo } from "preact/hooks";
import type { DeskChat, DeskMessage } from "../../../../codec/desk/desk.ts";
import { textsOf } from "../../../shared/language/texts.ts";
import { nameOfDay, startOfDay } from "../../../shared/parts/times.ts";
import type { Surroundings } from "../../data/answers.types.ts";
import { useDesk } from "../../shell/use-desk.ts";
import { conversationTexts } from "../../texts/en/conversation.ts";
import { messageTexts } from "../../texts/en/message.ts";
import { Message } from "../message/message.tsx";
import { buttonStates } from "../message/message-facts.ts";
import { toRows } from "./rows.ts";

const text = textsOf("conversation", conversationTexts);
const messageText = textsOf("message", messageTexts);

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
}

const StillMessage = still(Message);

/** The messages of a log, with day marks and the line of unread messages. */
export function DrawnRows({ chatId, chat, messages, all, unreadSeq, today, onOpenLog }: DrawnRowsProps): JSX.Element {
  const { surroundings } = useDesk();
  const { agent: me, channels } = surroundings.value;
  const rows = useMemo(() => toRows(messages, unreadSeq, startOfDay), [messages, unreadSeq]);
  const isOpen = chat?.state !== "closed";
  const buttons = useMemo(() => buttonStates(all, isOpen), [all, isOpen]);
  const open = useCallback(onOpenLog, []);
  const canResend = me.role === "admin" || (chat?.agent?.id === me.id && chat.state !== "waiting");
  const isTextOnly = channels.find(({ id }) => id === chat?.channelId)?.kind === "api";
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
            isTextOnly={isTextOnly}
            buttons={buttons.get(message.seq)}
            onOpenLog={open}
          />
        );
      })}
    </>
  );
}

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

/** The author of a message, as shown beside the message. Source: CH-39. */
function authorOf(message: DeskMessage, chat: DeskChat | undefined, surroundings: Surroundings): string {
  const { agent: me, agents, channels } = surroundings;
  switch (message.from) {
    case "client":
      return chat?.client.name ?? messageText("client");
    case "bot":
      return channels.find(({ id }) => id === chat?.channelId)?.bot?.name || messageText("bot");
    case "agent":
      if (message.agentId === me.id) return messageText("you");
      return agents.find(({ id }) => id === message.agentId)?.name ?? messageText("someAgent");
    case "system":
      return "Parley";
  }
}
