import type { JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import type { DeskChat } from "../../../codec/desk/desk.ts";
import { textsOf } from "../../shared/language/texts.ts";
import { loading, tryAgain } from "../../shared/parts/missing.tsx";
import { now } from "../../shared/parts/now.ts";
import { dayAndTime, exactTime } from "../../shared/parts/times.ts";
import { ErrorText } from "../../shared/ui/field.tsx";
import type { ChatsPage } from "../data/answers.types.ts";
import { createPages } from "../data/pages.ts";
import { placeOf } from "../shell/route.ts";
import { useDesk } from "../shell/use-desk.ts";
import { parts } from "../texts/en/parts.ts";

const text = textsOf("parts", parts);

interface ChatsOfClientProps {
  readonly clientNumber: number;
  /** The chat beside which they are shown. */
  readonly exceptId?: string;
  /** A change reloads the chats. */
  readonly revision?: string;
}

const pageChats = 10;

const pathOf = (clientNumber: number, cursor: string | null): string =>
  `/api/chats?client=${clientNumber}&limit=${pageChats}${cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`}`;
const takeChats = ({ chats }: ChatsPage): readonly DeskChat[] => chats;

/** The chats of one client, newest first, as links to their messages. */
export function ChatsOfClient({ clientNumber, exceptId, revision }: ChatsOfClientProps): JSX.Element {
  const { api } = useDesk();
  const { rows, state, hasMore, start, more, stop } = useMemo(() => createPages(api, pathOf, takeChats), [api]);
  useEffect(() => {
    void start(clientNumber);
    return stop;
  }, [clientNumber, revision]);
  const shown = rows.value.filter(({ id }) => id !== exceptId);
  const { value: at } = state;
  return (
    <div class="chats-of-client">
      {at === "ready" && shown.length === 0 && !hasMore.value && <p class="help">{text("noOtherChats")}</p>}
      <ul>
        {shown.map((chat) => (
          <li key={chat.id}>
            <ChatLink chat={chat} />
          </li>
        ))}
      </ul>
      {at === "loading" && <p class="help">{loading()}</p>}
      {typeof at === "object" && <ErrorText>{at.message}</ErrorText>}
      {(typeof at === "object" || (at === "ready" && hasMore.value)) && (
        <button type="button" onClick={() => void more()}>
          {typeof at === "object" ? tryAgain() : text("showMore")}
        </button>
      )}
    </div>
  );
}

function ChatLink({ chat: { id, state, agent, last, createdAt } }: { readonly chat: DeskChat }): JSX.Element {
  const isOver = state === "closed";
  return (
    <a class="row" href={isOver ? placeOf(["archive", id]) : placeOf(["inbox", "all", id])}>
      <span class="when">
        <time dateTime={new Date(createdAt).toISOString()} title={exactTime(createdAt)}>
          {dayAndTime(createdAt, now.value)}
        </time>
        <span class="help">{isOver ? (agent?.name ?? text("noAgent")) : text("openNow")}</span>
      </span>
      <span class="line">{last?.text || text("nothingSaid")}</span>
    </a>
  );
}
