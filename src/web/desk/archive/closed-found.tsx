import type { JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { textsOf } from "../../shared/language/texts.ts";
import { inboxOf } from "../inbox/inbox-model.ts";
import { useDesk } from "../shell/use-desk.ts";
import { inbox } from "../texts/en/inbox.ts";
import { placeOfQuery } from "./place-of-query.ts";
import { everything } from "./query.ts";
import { Result } from "./result.tsx";
import { createSearch } from "./search.ts";

const text = textsOf("inbox", inbox);

/** The search starts after this pause in typing. */
const pauseMs = 250;
const shownMax = 5;

/** Closed chats with the words that the agent searches in the open ones. */
export function ClosedFound(): JSX.Element | null {
  const desk = useDesk();
  const question = inboxOf(desk).text.value.trim();
  const search = useMemo(() => createSearch(desk.api), [desk]);
  const query = { ...everything, q: question };
  useEffect(() => {
    search.stop();
    return question === "" ? undefined : desk.browser.after(pauseMs, () => void search.start(query));
  }, [desk, search, question]);
  useEffect(() => () => search.stop(), [search]);
  const { value: chats } = search.chats;
  if (question === "" || chats.length === 0) return null;
  return (
    <section class="closed-found" aria-label={text("closedFound")}>
      <header>
        {text("closedFound")}
        <a href={placeOfQuery(query)}>{text("allClosed")}</a>
      </header>
      <ul>
        {chats.slice(0, shownMax).map((chat) => (
          <li key={chat.id}>
            <Result chat={chat} question={question} place={placeOfQuery(query, chat.id)} isOpen={false} />
          </li>
        ))}
      </ul>
    </section>
  );
}
