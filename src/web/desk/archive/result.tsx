import type { JSX } from "preact";
import type { DeskChat } from "../../../codec/desk/desk.ts";
import { textsOf } from "../../shared/language/texts.ts";
import { now } from "../../shared/parts/now.ts";
import { dayAndTime, exactTime } from "../../shared/parts/times.ts";
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
}

/** One found closed chat. */
export function Result({ chat, question, place, isOpen }: ResultProps): JSX.Element {
  const { id, client, agent, last, closedAt, updatedAt, channelId } = chat;
  const channel = useDesk().surroundings.value.channels.find((one) => one.id === channelId);
  const atMs = closedAt ?? updatedAt;
  return (
    <a class="result" href={place} aria-current={isOpen ? "true" : undefined}>
      <Avatar name={client.name} picture={clientPicture(id, client.photo)} />
      <span class="name">
        <Marked text={client.name} question={question} />
      </span>
      <time class="time" dateTime={new Date(atMs).toISOString()} title={exactTime(atMs)}>
        {dayAndTime(atMs, now.value)}
      </time>
      <span class="line">{last === null ? text("nothingSaid") : <Marked text={last.text} question={question} />}</span>
      <span class="agent">
        <Marked text={agent?.name ?? text("noAgent")} question={question} />
      </span>
      <span class="channel">
        <ChannelMark channel={channel} id={channelId} />
        {channel?.name ?? channelId}
      </span>
      {matchedFacts(chat, question).map((fact) => (
        <span key={fact} class="also">
          <Marked text={fact} question={question} />
        </span>
      ))}
    </a>
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
