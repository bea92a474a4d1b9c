import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { DeskChat, DeskMessage } from "../../../codec/desk/desk.ts";
import { split, textsOf } from "../../shared/language/texts.ts";
import { Ago } from "../../shared/parts/ago.tsx";
import { Icon } from "../../shared/ui/icon.tsx";
import type { Unsent } from "../data/unsent.ts";
import { FailedSteps, FailedText } from "../shell/failures/failed-card.tsx";
import { tell, tellFailure } from "../shell/notices.tsx";
import { BackToList, chatToWriteIn } from "../shell/pane-buttons.tsx";
import { placeOf } from "../shell/route.ts";
import { changeLeft, leftBy } from "../shell/steps/left-open.ts";
import { useDesk } from "../shell/use-desk.ts";
import { conversationTexts } from "../texts/en/conversation.ts";
import { Composer } from "./composer/composer.tsx";
import { DropTarget } from "./composer/drop-target.tsx";
import { trayOf } from "./composer/tray.ts";
import type { Writing } from "./composer/writing.ts";
import { createWriting } from "./composer/writing.ts";
import { Header } from "./header.tsx";
import { Log } from "./log/log.tsx";
import { useShown } from "./log/use-shown.ts";
import { isOwn } from "./offers.ts";

const text = textsOf("conversation", conversationTexts);

/** One chat: its messages and the composer. */
export function Conversation({ chatId }: { readonly chatId: string }): JSX.Element {
  const desk = useDesk();
  const { conversations, chats, surroundings } = desk;
  const conversation = useMemo(() => conversations.open(chatId), [chatId]);
  const writing = useMemo(() => createWriting(desk, chatId), [chatId]);
  const tray = trayOf(desk, chatId);
  const chat = chats.of(chatId).value;
  const missing = useMissing(chatId);
  const canSendFiles = chat !== undefined && isOwn(chat, surroundings.value.agent);
  const isWanted = canSendFiles && chatToWriteIn.value === chatId;
  const isShown = useShown().value;
  useEffect(() => {
    desk.viewers.view(isShown ? chatId : null);
    return () => desk.viewers.view(null);
  }, [chatId, isShown]);
  useEffect(() => {
    if (!isWanted) return;
    chatToWriteIn.value = null;
    writing.start("reply");
  }, [isWanted, writing]);
  const quote = (message: DeskMessage): void => {
    desk.quotes.choose(chatId, message);
    writing.start("reply");
  };
  const takeBack = ({ id }: Unsent): void => {
    const discarded = desk.outbox.discard(id);
    if (discarded === null) tell(text("sentAlready"));
    else writing.takeBack(discarded.isNote ? "note" : "reply", discarded.content.text ?? "");
  };
  if (chat === undefined && missing !== null)
    return (
      <main class="conversation" aria-label={text("chat")}>
        <BackToList />
        <p class="empty" role="status">
          {missing}
        </p>
      </main>
    );
  return (
    <main
      class="conversation"
      aria-label={chat === undefined ? text("chatWithClient") : text("chatWith", { name: chat.client.name })}
    >
      <DropTarget isOpen={canSendFiles} name={chat?.client.name ?? ""} onFiles={(files) => take(writing, tray, files)}>
        {chat === undefined ? (
          <header class="chat-header" aria-busy="true" />
        ) : (
          <div class="chat-top">
            <Header chat={chat} onReply={() => writing.start("reply")} />
            <FailedBar chat={chat} />
            <LeftBefore chat={chat} />
          </div>
        )}
        <Log key={chatId} conversation={conversation} chat={chat} onTakeBack={takeBack} onQuote={quote} />
        {chat !== undefined && <Composer key={chatId} chat={chat} writing={writing} tray={tray} />}
      </DropTarget>
    </main>
  );
}

function take(writing: Writing, tray: ReturnType<typeof trayOf>, files: readonly File[]): void {
  tray.add(files);
  writing.start("reply");
}

/** Reads an unknown chat, for example a closed one, when it is opened. Returns the reason when there is no such chat. */
function useMissing(chatId: string): string | null {
  const { chats } = useDesk();
  const missing = useSignal<string | null>(null);
  const current = useRef(chatId);
  current.current = chatId;
  const isKnown = chats.of(chatId).value !== undefined;
  useEffect(() => {
    missing.value = null;
    if (isKnown) return;
    void chats.read(chatId).then((answer) => {
      if (answer.ok || current.current !== chatId) return;
      missing.value = answer.failure.status === 404 ? text("noSuchChat") : answer.failure.message;
    });
  }, [chatId, isKnown]);
  return missing.value;
}

/** The bar for undelivered messages of this chat, from any author. */
function FailedBar({ chat }: { readonly chat: DeskChat }): JSX.Element | null {
  if (chat.failed === null) return null;
  return (
    <section class="failed-bar" aria-label={text("failedHere")}>
      <Icon name="warning" />
      <FailedText chat={chat} />
      <FailedSteps
        chat={chat}
        onGone={() => document.querySelector<HTMLElement>(".conversation [role=log]")?.focus()}
      />
    </section>
  );
}

const shownMax = 3;
const charactersMax = 200;

/** Messages that the client left while no agent was online, and that still need an answer. */
function LeftBefore({ chat }: { readonly chat: DeskChat }): JSX.Element | null {
  const desk = useDesk();
  const messages = chat.state === "closed" ? [] : leftBy(chat);
  if (messages.length === 0) return null;
  const finish = async (id: string): Promise<void> => {
    const answer = await changeLeft(desk, id, { done: true });
    if (!answer.ok) tellFailure(text("leftStillOpen"), answer.failure);
  };
  return (
    <ul class="left-before" aria-label={text("leftBefore")}>
      {messages.slice(-shownMax).map(({ id, at, text: left }) => (
        <li key={id}>
          <p>
            {split(text("leftMessage", { time: "{time}", text: "{text}" }), {
              time: <Ago atMs={at} inSentence />,
              text: <q dir="auto">{cut(left)}</q>,
            })}
          </p>
          <a class="button" href={placeOf(["left", id])}>
            {text("seeLeft")}
          </a>
          <button type="button" onClick={() => void finish(id)}>
            {text("answered")}
          </button>
        </li>
      ))}
    </ul>
  );
}

const cut = (left: string): string => (left.length <= charactersMax ? left : `${left.slice(0, charactersMax)}…`);
