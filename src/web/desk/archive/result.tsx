import type { JSX } from "preact";
import type { DeskChat } from "../../../codec/desk/desk.ts";
import { textsOf } from "../../shared/language/texts.ts";
import { now } from "../../shared/parts/now.ts";
import { exactTime, nameOfDay, timeOfDay } from "../../shared/parts/times.ts";
import { Avatar } from "../parts/avatar.tsx";
import { highlight } from "../parts/highlight.ts";
import { Marked } from "../parts/marked.tsx";
import { clientPicture } from "../parts/pictures.ts";
import { useDesk } from "../shell/use-desk.ts";
import { archive } from "../texts/en/archive.ts";
import { placeOfQuery } from "./places.ts";
import type { ArchiveQuery } from "./query.ts";

const text = textsOf("archive", archive);

interface ResultProps {
  readonly chat: DeskChat;
  readonly query: ArchiveQuery;
  readonly isOpen: boolean;
}

/** One found closed chat. */
export function Result({ chat, query, isOpen }: ResultProps): JSX.Element {
  const { id, client, agent, last, closedAt, updatedAt, channelId } = chat;
  const channel = useDesk().surroundings.value.channels.find((one) => one.id === channelId);
  const atMs = closedAt ?? updatedAt;
  const also = matchedFacts(chat, query.q);
  return (
    <a class="result" href={placeOfQuery(query, id)} aria-current={isOpen ? "true" : undefined}>
      <Avatar name={client.name} picture={clientPicture(id, client.photo)} />
      <span class="result-lines">
        <span class="result-top">
          <span class="name">
            <Marked text={client.name} question={query.q} />
          </span>
          <time dateTime={new Date(atMs).toISOString()} title={exactTime(atMs)}>
            {text("dayAndTime", { day: nameOfDay(atMs, now.value), time: timeOfDay(atMs) })}
          </time>
        </span>
        <span class="line">{last === null ? text("nothingSaid") : <Marked text={last.text} question={query.q} />}</span>
        <span class="help result-facts">
          <span>
            <Marked text={agent?.name ?? text("noAgent")} question={query.q} />
          </span>
          <span>{channel?.name ?? channelId}</span>
          <span>{text("visitor", { number: `${client.number}` })}</span>
          {also.map((fact) => (
            <span key={fact}>
              <Marked text={fact} question={query.q} />
            </span>
          ))}
        </span>
      </span>
    </a>
  );
}

/** Matching facts that are not shown otherwise. */
function matchedFacts({ client, page }: DeskChat, question: string): readonly string[] {
  const facts = [client.email, client.phone, client.description, page?.title, page?.url];
  return facts.flatMap((fact) => (fact && highlight(fact, question).some(({ isFound }) => isFound) ? [fact] : []));
}
