import type { JSX } from "preact";
import type { DeskChat } from "../../../codec/desk/desk.ts";
import { split, textsOf } from "../../shared/language/texts.ts";
import { Icon } from "../../shared/parts/icon.tsx";
import { now } from "../../shared/parts/now.ts";
import { exactTime, nameOfDay, timeOfDay } from "../../shared/parts/times.ts";
import { Avatar } from "../parts/avatar.tsx";
import { clientPicture } from "../parts/pictures.ts";
import { clientTexts } from "../texts/en/client.ts";

const text = textsOf("client", clientTexts);

/** The most important facts about the client. */
export function ClientHead({ chat }: { readonly chat: DeskChat }): JSX.Element {
  const { client, rate, createdAt, state } = chat;
  return (
    <header class="client-head">
      <Avatar name={client.name} picture={clientPicture(chat.id, client.photo)} />
      <div>
        <h2 dir="auto">{client.name}</h2>
        <p class="help">
          {split(visitorWords(client.chatsCount), { number: <span class="number">{client.number}</span> })}
        </p>
        <p class="help">
          {split(text(state === "closed" ? "began" : "hereSince", { time: "{time}" }), {
            time: <Beginning atMs={createdAt} />,
          })}
        </p>
        {(client.blacklisted || rate !== null) && (
          <ul class="marks">
            {client.blacklisted && (
              <li class="mark danger">
                <Icon name="block" /> {text("onBlacklist")}
              </li>
            )}
            {rate !== null && (
              <li class={`mark ${rate}`}>
                <Icon name={rate === "positive" ? "thumbUp" : "thumbDown"} />{" "}
                {text(rate === "positive" ? "ratedPositive" : "ratedNegative")}
              </li>
            )}
          </ul>
        )}
      </div>
    </header>
  );
}

const visitorWords = (chats: number): string =>
  chats < 2 ? text("visitorFirst", { number: "{number}" }) : text("visitorChats", { n: chats, number: "{number}" });

/** Updates the day at midnight. */
const Beginning = ({ atMs }: { readonly atMs: number }): JSX.Element => (
  <time dateTime={new Date(atMs).toISOString()} title={exactTime(atMs)}>
    {text("dayAndTime", { day: nameOfDay(atMs, now.value), time: timeOfDay(atMs) })}
  </time>
);
