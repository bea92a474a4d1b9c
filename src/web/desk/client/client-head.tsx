import type { JSX } from "preact";
import type { DeskChat } from "../../../codec/desk/desk.ts";
import { Icon } from "../../shared/parts/icon.tsx";
import { now } from "../../shared/parts/now.ts";
import { exactTime, nameOfDay, timeOfDay } from "../../shared/parts/times.ts";
import { Avatar } from "../parts/avatar.tsx";
import { clientPicture } from "../parts/pictures.ts";

/** The client at a glance. */
export function ClientHead({ chat }: { readonly chat: DeskChat }): JSX.Element {
  const { client, rate, createdAt, state } = chat;
  return (
    <header class="client-head">
      <Avatar name={client.name} picture={clientPicture(chat.id, client.photo)} />
      <div>
        <h2>{client.name}</h2>
        <p class="help">
          Visitor <span class="number">{client.number}</span>,{" "}
          {client.chatsCount < 2 ? "first chat" : `${client.chatsCount} chats`}
        </p>
        <p class="help">
          {/* It moves on at midnight. */}
          {state === "closed" ? "Began" : "Here since"}{" "}
          <time dateTime={new Date(createdAt).toISOString()} title={exactTime(createdAt)}>
            {`${nameOfDay(createdAt, now.value)}, ${timeOfDay(createdAt)}`}
          </time>
        </p>
        {(client.blacklisted || rate !== null) && (
          <ul class="marks">
            {client.blacklisted && (
              <li class="mark danger">
                <Icon name="block" /> On the blacklist
              </li>
            )}
            {rate !== null && (
              <li class={`mark ${rate}`}>
                <Icon name={rate === "positive" ? "thumbUp" : "thumbDown"} /> Rated {rate}
              </li>
            )}
          </ul>
        )}
      </div>
    </header>
  );
}
