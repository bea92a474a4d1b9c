import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { ApiFailure } from "../../shared/api/api.ts";
import { textsOf } from "../../shared/language/texts.ts";
import { ChatsOfClient } from "../parts/chats-of-client.tsx";
import { useDesk } from "../shell/use-desk.ts";
import { clientTexts } from "../texts/en/client.ts";
import { Blacklist } from "./blacklist.tsx";
import { Calls } from "./calls.tsx";
import { ClientHead } from "./client-head.tsx";
import { Contacts } from "./contacts.tsx";
import { CustomData } from "./custom-data.tsx";
import { PersonData } from "./person-data/person-data.tsx";
import { Visit } from "./visit.tsx";

const text = textsOf("client", clientTexts);

/** All known data of the client. Changes by the client or by other agents appear at once. */
export function ClientPanel({ chatId }: { readonly chatId: string }): JSX.Element {
  const { chats } = useDesk();
  const chat = chats.of(chatId).value;
  const failure = useSignal<ApiFailure | null>(null);
  const isUnknown = chat === undefined;
  const read = async (): Promise<void> => {
    failure.value = null;
    const answer = await chats.read(chatId);
    failure.value = answer.ok ? null : answer.failure;
  };
  useEffect(() => {
    if (isUnknown) void read();
  }, [chatId, isUnknown]);
  if (chat === undefined)
    return (
      <aside class="client" aria-label={text("title")} aria-busy={failure.value === null}>
        {failure.value === null ? (
          <p class="empty">{text("loading")}</p>
        ) : (
          <div class="empty" role="alert">
            <p>{failure.value.message}</p>
            <button type="button" onClick={() => void read()}>
              {text("tryAgain")}
            </button>
          </div>
        )}
      </aside>
    );
  return (
    <aside class="client" aria-label={text("title")}>
      <ClientHead chat={chat} />
      <Contacts chat={chat} />
      <Calls chat={chat} />
      <CustomData chat={chat} />
      <Visit chat={chat} />
      <section aria-labelledby="earlier-chats">
        <h3 id="earlier-chats">{text("otherChats")}</h3>
        <ChatsOfClient
          clientNumber={chat.client.number}
          exceptId={chatId}
          revision={`${chat.client.chatsCount} ${chat.state === "closed"}`}
        />
      </section>
      <PersonData chat={chat} />
      {chat.state !== "closed" && <Blacklist chat={chat} />}
    </aside>
  );
}
