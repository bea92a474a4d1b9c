import type { JSX } from "preact";
import type { DeskChat } from "../../../codec/desk/desk.ts";
import { textsOf } from "../../shared/language/texts.ts";
import { now } from "../../shared/parts/now.ts";
import { dayAndTime } from "../../shared/parts/times.ts";
import { Avatar } from "../parts/avatar.tsx";
import { ChannelMark } from "../parts/channel-mark.tsx";
import { highlight } from "../parts/highlight.ts";
import { Marked } from "../parts/marked.tsx";
import { clientPicture } from "../parts/pictures.ts";
import { useDesk } from "../shell/use-desk.ts";
import { archive } from "../texts/en/archive.ts";

const text = textsOf("archive", archive);

interface ResultProps {
  readonly chat: DeskChat;
  /** The searched words. */
  readonly question: string;
  /** The address that opens the chat. */
  readonly place: string;
  readonly isOpen: boolean;
  /** The row is in a narrow list. */
  readonly isShort?: boolean;
}

/** One found closed chat, a row of a table. */
export function Result({ chat, question, place, isOpen, isShort = false }: ResultProps): JSX.Element {
  const { id, client, agent, last, closedAt, updatedAt, channelId } = chat;
  const channel = useDesk().surroundings.value.channels.find((one) => one.id === channelId);
  const atMs = closedAt ?? updatedAt;
  return (
    <tr class={`table-row result ${isOpen ? "open" : ""}`}>
      <td class="name">
        <Avatar name={client.name} picture={clientPicture(id, client.photo)} />
        <a class="row-link" dir="auto" href={place} aria-current={isOpen ? "true" : undefined}>
          <Marked text={client.name} question={question} />
        </a>
      </td>
      <td class="line" dir="auto">
        {last === null ? text("nothingSaid") : <Marked text={last.text} question={question} isShort={isShort} />}
      </td>
      <td class="agent">
        <Marked text={agent?.name ?? text("noAgent")} question={question} />
      </td>
      <td class="channel">
        <ChannelMark channel={channel} id={channelId} />
        {channel?.name ?? channelId}
      </td>
      <td class="time">
        <time dateTime={new Date(atMs).toISOString()}>{dayAndTime(atMs, now.value)}</time>
      </td>
      {matchedFacts(chat, question).map((fact) => (
        <td key={fact} class="also">
          <Marked text={fact} question={question} />
        </td>
      ))}
    </tr>
  );
}

/** Matching facts that are not shown otherwise. */
function matchedFacts({ client, page }: DeskChat, question: string): readonly string[] {
  const facts = [
    text("visitor", { number: `${client.number}` }),
    ...[client.email, client.phone, client.description, page?.title, page?.url],
  ];
  return facts.flatMap((fact) => (fact && highlight(fact, question).some(({ isFound }) => isFound) ? [fact] : []));
}
