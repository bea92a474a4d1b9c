import type { JSX } from "preact";
import type { DeskChat } from "../../../../codec/desk/desk.ts";
import { textsOf } from "../../../shared/language/texts.ts";
import { press, underWay } from "../../../shared/parts/press.ts";
import { Icon } from "../../../shared/ui/icon.tsx";
import { failures } from "../../texts/en/failures.ts";
import { canSendAgain, failedWords } from "../failed.ts";
import { placeOf } from "../route.ts";
import { chatsUnderWay, dismissFailed } from "../steps/chat-steps.ts";
import { useDesk } from "../use-desk.ts";
import { dutySignal, failuresOf } from "./open-failures.ts";

const text = textsOf("failures", failures);

interface FailedCardProps {
  readonly chat: DeskChat;
  /** Called when the card disappears together with the focus. */
  readonly onGone: () => void;
}

/** Failed messages of one chat: resend, view or dismiss them. */
export function FailedCard({ chat, onGone }: FailedCardProps): JSX.Element {
  return (
    <li class="failure">
      <FailedText chat={chat} />
      <p class="failure-steps">
        <FailedSteps chat={chat} onGone={onGone} />
        <a
          class="button small"
          href={placeOf(["inbox", "failed", chat.id])}
          aria-label={text("openChatWith", { name: chat.client.name })}
        >
          {text("openChat")}
        </a>
      </p>
    </li>
  );
}

export function FailedText({ chat }: { readonly chat: DeskChat }): JSX.Element {
  const resent = failuresOf(useDesk()).sendingAgain.resent.value.get(chat.id);
  if (resent === "sending") return <p role="status">{text("sendingAgain", { name: chat.client.name })}</p>;
  return (
    <p class="literal" role={resent === "again" ? "status" : undefined}>
      {resent === "again" ? text("sentAgainFailed", { failed: failedWords(chat) }) : failedWords(chat)}
    </p>
  );
}

export function FailedSteps({ chat, onGone }: FailedCardProps): JSX.Element {
  const desk = useDesk();
  const { sendingAgain } = failuresOf(desk);
  const isSending = sendingAgain.resent.value.get(chat.id) === "sending";
  const why = isSending ? underWay() : null;
  const isBusy = chatsUnderWay.value.has(chat.id);
  const { name } = chat.client;
  const dismiss = async (): Promise<void> => {
    const answer = await dismissFailed(desk, chat);
    if (answer.ok) onGone();
  };
  return (
    <>
      {canSendAgain(chat, dutySignal(desk).value) && (
        <button
          type="button"
          class="small"
          aria-label={text("sendAgainTo", { name })}
          {...press(why, () => void sendingAgain.send(chat))}
        >
          {text("sendAgain")}
        </button>
      )}
      <button
        type="button"
        class="small"
        aria-label={text("dismissFor", { name })}
        {...press(isBusy ? underWay() : why, () => void dismiss(), text("dismissMeans"))}
      >
        {text("dismiss")}
      </button>
    </>
  );
}

export function DeliveredCard({ chatId }: { readonly chatId: string }): JSX.Element {
  const name = useDesk().chats.of(chatId).value?.client.name;
  return (
    <li class="failure delivered">
      <p role="status">
        <Icon name="check" /> {name === undefined ? text("deliveredToClient") : text("delivered", { name })}
      </p>
    </li>
  );
}
