import type { JSX } from "preact";
import type { DeskChat } from "../../../codec/desk/desk.ts";
import { split, textsOf } from "../../shared/language/texts.ts";
import { Ago } from "../../shared/parts/ago.tsx";
import { tellFailure } from "../shell/notices.tsx";
import { placeOf } from "../shell/route.ts";
import { leftBy } from "../shell/steps/left-open.ts";
import { changeLeft } from "../shell/steps/left-steps.ts";
import { useDesk } from "../shell/use-desk.ts";
import { conversationTexts } from "../texts/en/conversation.ts";

const text = textsOf("conversation", conversationTexts);

const shownMax = 3;
const charactersMax = 200;

/** Messages that the client left while no agent was online, and that still need an answer. */
export function LeftBefore({ chat }: { readonly chat: DeskChat }): JSX.Element | null {
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
