import type { JSX } from "preact";
import type { DeskChat } from "../../../codec/desk/desk.ts";
import { Ago } from "../../shared/parts/ago.tsx";
import { tellFailure } from "../shell/notices.tsx";
import { placeOf } from "../shell/route.ts";
import { leftBy } from "../shell/steps/left-open.ts";
import { changeLeft } from "../shell/steps/left-steps.ts";
import { useDesk } from "../shell/use-desk.ts";

const shownMax = 3;
const charactersMax = 200;

/** What the chat's client left while nobody was there, and waits for an answer to. */
export function LeftBefore({ chat }: { readonly chat: DeskChat }): JSX.Element | null {
  const desk = useDesk();
  const messages = chat.state === "closed" ? [] : leftBy(chat);
  if (messages.length === 0) return null;
  const finish = async (id: string): Promise<void> => {
    const answer = await changeLeft(desk, id, { done: true });
    if (!answer.ok) tellFailure("The message is still open", answer.failure);
  };
  return (
    <ul class="left-before" aria-label="Messages left before">
      {messages.slice(-shownMax).map(({ id, at, text }) => (
        <li key={id}>
          <p>
            Left a message <Ago atMs={at} inSentence />: <q>{cut(text)}</q>
          </p>
          <a class="button" href={placeOf(["left", id])}>
            See it
          </a>
          <button type="button" onClick={() => void finish(id)}>
            Answered
          </button>
        </li>
      ))}
    </ul>
  );
}

const cut = (text: string): string => (text.length <= charactersMax ? text : `${text.slice(0, charactersMax)}…`);
