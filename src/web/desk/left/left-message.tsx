import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import type { DeskOfflineMessage } from "../../../codec/desk-offline.ts";
import { Ago } from "../parts/ago.tsx";
import { ChatsOfClient } from "../parts/chats-of-client.tsx";
import { mailAddress, phoneAddress } from "../parts/reach.ts";
import { useDesk } from "../shell/use-desk.ts";

interface LeftMessageProps {
  readonly message: DeskOfflineMessage;
  readonly isNew: boolean;
}

/** Who left it, how to reach them, and what they wrote. */
export function LeftMessage({ message, isNew }: LeftMessageProps): JSX.Element {
  const { channelId, clientNumber, name, email, phone, text, at } = message;
  const channel = useDesk().surroundings.value.channels.find(({ id }) => id === channelId);
  const areChatsOpen = useSignal(false);
  return (
    <article class={isNew ? "left-message new" : "left-message"}>
      <header>
        <h2>{name ?? "Anonymous"}</h2>
        {isNew && <span class="mark">New</span>}
        <Ago atMs={at} />
      </header>
      <p class="left-text">{text}</p>
      <p class="reach">
        {email !== null && <Reach address={mailAddress(email)} text={email} />}
        {phone !== null && <Reach address={phoneAddress(phone)} text={phone} />}
        <span class="help">{channel?.name ?? channelId}</span>
        <button
          type="button"
          aria-expanded={areChatsOpen.value}
          onClick={() => (areChatsOpen.value = !areChatsOpen.value)}
        >
          Chats of visitor {clientNumber}
        </button>
      </p>
      {areChatsOpen.value && <ChatsOfClient clientNumber={clientNumber} />}
    </article>
  );
}

const Reach = ({ address, text }: { readonly address: string | null; readonly text: string }): JSX.Element =>
  address === null ? <span>{text}</span> : <a href={address}>{text}</a>;
