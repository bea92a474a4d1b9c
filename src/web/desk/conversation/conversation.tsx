import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { textsOf } from "../../shared/language/texts.ts";
import type { Unsent } from "../data/outbox/outbox.ts";
import { tell } from "../shell/notices.tsx";
import { BackToList } from "../shell/pane-buttons.tsx";
import { chatToWriteIn } from "../shell/panes.ts";
import { useDesk } from "../shell/use-desk.ts";
import { conversationTexts } from "../texts/en/conversation.ts";
import { Composer } from "./composer/composer.tsx";
import { DropTarget } from "./composer/drop-target.tsx";
import { trayOf } from "./composer/trays.ts";
import type { Writing } from "./composer/writing.ts";
import { createWriting } from "./composer/writing.ts";
import { FailedBar } from "./failed-bar.tsx";
import { Header } from "./header.tsx";
import { LeftBefore } from "./left-before.tsx";
import { Log } from "./log/log.tsx";
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
  useEffect(() => {
    if (!isWanted) return;
    chatToWriteIn.value = null;
    writing.start("reply");
  }, [isWanted, writing]);
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
        <Log key={chatId} conversation={conversation} chat={chat} onTakeBack={takeBack} />
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
