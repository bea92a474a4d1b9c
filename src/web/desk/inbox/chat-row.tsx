import type { JSX } from "preact";
import type { DeskChat } from "../../../codec/desk/desk.ts";
import type { DeskChannel } from "../../../codec/desk/desk-surroundings.ts";
import { textsOf } from "../../shared/language/texts.ts";
import { Ago } from "../../shared/parts/ago.tsx";
import { useFormatters } from "../../shared/parts/formatters.ts";
import { now } from "../../shared/parts/now.ts";
import { press, underWay } from "../../shared/parts/press.ts";
import { exactTime } from "../../shared/parts/times.ts";
import { Icon } from "../../shared/ui/icon.tsx";
import type { WordsPlace } from "../data/answers.types.ts";
import type { Viewer } from "../data/viewers.ts";
import { Avatar } from "../parts/avatar.tsx";
import { ChannelMark } from "../parts/channel-mark.tsx";
import { Marked } from "../parts/marked.tsx";
import { clientPicture } from "../parts/pictures.ts";
import { describeViewers } from "../parts/viewers.tsx";
import { chatsUnderWay } from "../shell/steps/chat-steps.ts";
import { useDesk } from "../shell/use-desk.ts";
import { inbox } from "../texts/en/inbox.ts";
import type { InboxModel } from "./inbox-model.ts";
import { placeOfChat } from "./inbox-model.ts";
import { isTakeable, reply } from "./reply.ts";
import type { Wait } from "./row-facts.ts";
import { callOf, lastLineOf, stateOf, waitOf } from "./row-facts.ts";

const text = textsOf("inbox", inbox);

/** The height of every row, as in the style sheet. Rows that are not drawn need it too. */
export const rowPx = 76;

interface ChatRowProps {
  readonly model: InboxModel;
  readonly chatId: string;
  /** The index from 0. */
  readonly at: number;
  readonly rows: number;
  readonly isOpen: boolean;
  /** Keys act on it. */
  readonly isCursor: boolean;
}

/** One chat of the list. */
export function ChatRow({ model, chatId, at, rows, isOpen, isCursor }: ChatRowProps): JSX.Element {
  const desk = useDesk();
  const chat = desk.chats.of(chatId).value;
  const canTake = chat !== undefined && isTakeable(chat);
  return (
    <li
      class={`chat-item ${isOpen ? "open" : ""} ${canTake ? "takeable" : ""}`}
      aria-setsize={rows}
      aria-posinset={at + 1}
      style={{ transform: `translateY(${at * rowPx}px)` }}
    >
      {chat === undefined ? (
        <p class="chat-row help">{text("notThere")}</p>
      ) : (
        <>
          <a
            class="chat-row"
            href={placeOfChat(model, chatId)}
            aria-current={isOpen ? "true" : undefined}
            tabIndex={isCursor ? 0 : -1}
            data-chat={chatId}
            onFocus={() => {
              model.cursor.value = chatId;
              model.focused.value = chatId;
            }}
            onBlur={() => (model.focused.value = null)}
          >
            <Avatar name={chat.client.name} picture={clientPicture(chat.id, chat.client.photo)} />
            <RowText chat={chat} model={model} />
          </a>
          {canTake && (
            <button
              type="button"
              class="row-reply"
              tabIndex={isCursor ? 0 : -1}
              aria-label={text("replyTo", { name: chat.client.name })}
              {...press(chatsUnderWay.value.has(chatId) ? underWay() : null, () => void reply(desk, model, chatId))}
            >
              {text("reply")}
            </button>
          )}
        </>
      )}
    </li>
  );
}

function RowText({ chat, model }: { readonly chat: DeskChat; readonly model: InboxModel }): JSX.Element {
  const { surroundings, typing, seen } = useDesk();
  const unread = seen.unreadOf(chat);
  const channel = surroundings.value.channels.find(({ id }) => id === chat.channelId);
  const { name, number } = chat.client;
  const wait = waitOf(chat.waitingSince, now.value, surroundings.value.waiting);
  return (
    <span class={`row-text ${unread > 0 ? "unread" : ""}`}>
      <span class="row-top">
        <span class="row-name" dir="auto">
          <Marked text={name} question={model.text.value} />
        </span>
        {name === "Anonymous" && <span class="row-number number"> #{number}</span>}
        {wait === null ? (
          <Ago atMs={chat.last?.at ?? chat.createdAt} />
        ) : (
          <WaitMark wait={wait} sinceMs={chat.waitingSince ?? chat.createdAt} />
        )}
      </span>
      <span class="row-middle">
        {typing.of(chat.id).value ? (
          <span class="row-line writes">{text("writes")}</span>
        ) : (
          <LastLine chat={chat} model={model} channel={channel} />
        )}
        {unread > 0 && (
          <span class="count">
            {unread > 99 ? "99+" : unread}
            <span class="hush"> {text("unread", { n: unread })}</span>
          </span>
        )}
      </span>
      <RowFoot chat={chat} model={model} channel={channel} />
    </span>
  );
}

interface LastLineProps {
  readonly chat: DeskChat;
  readonly model: InboxModel;
  readonly channel: DeskChannel | undefined;
}

function LastLine({ chat, model, channel }: LastLineProps): JSX.Element {
  const { drafts } = useDesk();
  const { who, text: said, icon } = lastLineOf(chat, model.me.value, channel?.bot?.name ?? text("bot"));
  const question = model.text.value;
  const place = model.search.found.value.places.get(chat.id);
  const isElsewhere = isPlaceElsewhere(chat, place);
  const draft = question === "" ? drafts.of(chat.id, "reply").value : "";
  if (draft !== "")
    return (
      <span class="row-line" dir="auto">
        <bdi class="row-draft">{text("draft")}</bdi> {draft}
      </span>
    );
  return (
    // The message alone decides the direction, because otherwise its beginning would be cut off, not its end.
    <span class="row-line" dir="auto">
      {who !== "" && !isElsewhere && (
        <>
          <bdi class="row-who">{who}</bdi>{" "}
        </>
      )}
      {icon !== null && !isElsewhere && <Icon name={icon} isSmall />}
      <Marked text={isElsewhere ? place.text : said} question={question} isShort={true} />
    </span>
  );
}

/** The place of the searched words when neither the name nor the last message contains them. */
function isPlaceElsewhere({ client, last }: DeskChat, place: WordsPlace | null | undefined): place is WordsPlace {
  if (!place) return false;
  return place.seq === null ? place.text !== client.name : place.seq !== last?.seq;
}

interface RowFootProps {
  readonly chat: DeskChat;
  readonly model: InboxModel;
  readonly channel: DeskChannel | undefined;
}

function RowFoot({ chat, model, channel }: RowFootProps): JSX.Element {
  const state = stateOf(chat, model.me.value);
  const call = callOf(chat.call);
  const viewers = useDesk().viewers.of(chat.id).value;
  return (
    <span class="row-foot">
      <ChannelMark channel={channel} id={chat.channelId} />
      <span class="row-channel">{`${channel?.name ?? chat.channelId} `}</span>
      {chat.failed !== null && <Mark icon="warning" kind="not-delivered" words={text("notDelivered")} />}
      {call !== null && <Mark icon="phone" kind="call" words={call} />}
      {chat.hasNote && (
        <span class="row-mark" title={text("hasNote")}>
          <Icon name="note" isSmall />
          <span class="hush">{`${text("hasNote")} `}</span>
        </span>
      )}
      {state !== null && <Mark icon={state.icon} kind={`state ${chat.state}`} words={state.words} />}
      {viewers.length > 0 && <Viewed viewers={viewers} />}
    </span>
  );
}

/** The colleagues who have the chat open: their names beside an eye, and a sentence for screen readers. */
const Viewed = ({ viewers }: { readonly viewers: readonly Viewer[] }): JSX.Element => (
  <span class="row-mark viewed" title={describeViewers(viewers)}>
    <Icon name={viewers.some(({ writes }) => writes) ? "edit" : "eye"} isSmall />
    <span aria-hidden="true" dir="auto">
      {viewers.map(({ name }) => name).join(", ")}
    </span>
    <span class="hush">{`${describeViewers(viewers)} `}</span>
  </span>
);

/** How long the client has waited. The exact time of its start is shown on hover and to screen readers. */
function WaitMark({ wait: { level, words }, sinceMs }: { readonly wait: Wait; readonly sinceMs: number }): JSX.Element {
  const isExact = useFormatters();
  return (
    <time
      class={`row-mark wait ${level}`}
      dateTime={new Date(sinceMs).toISOString()}
      title={isExact ? exactTime(sinceMs) : undefined}
    >
      <Icon name={waitIcons[level]} isSmall />
      {`${words} `}
    </time>
  );
}

const waitIcons = { normal: "clock", late: "clock", "too-late": "warning" } as const satisfies Record<
  Wait["level"],
  string
>;

interface MarkProps {
  readonly icon: Parameters<typeof Icon>[0]["name"];
  readonly kind: string;
  readonly words: string;
}

const Mark = ({ icon, kind, words }: MarkProps): JSX.Element => (
  <span class={`row-mark ${kind}`}>
    <Icon name={icon} isSmall />
    {`${words} `}
  </span>
);
