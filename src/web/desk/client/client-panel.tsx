import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { DeskChat, DeskRow } from "../../../codec/desk/desk.ts";
import type { ApiFailure } from "../../shared/api/api.ts";
import { split, textsOf } from "../../shared/language/texts.ts";
import { useFormatters } from "../../shared/parts/formatters.ts";
import { Failed, loading } from "../../shared/parts/missing.tsx";
import { now } from "../../shared/parts/now.ts";
import { press, underWay } from "../../shared/parts/press.ts";
import { dayAndTime, exactTime } from "../../shared/parts/times.ts";
import { Icon } from "../../shared/ui/icon.tsx";
import { Avatar } from "../parts/avatar.tsx";
import { ChatsOfClient } from "../parts/chats-of-client.tsx";
import { clientPicture } from "../parts/pictures.ts";
import { WebLink } from "../parts/web-link.tsx";
import { useCommands } from "../shell/commands/commands.ts";
import { BlacklistDialog } from "../shell/steps/blacklist-dialog.tsx";
import { assignChat, chatsUnderWay } from "../shell/steps/chat-steps.ts";
import { useDesk } from "../shell/use-desk.ts";
import { clientTexts } from "../texts/en/client.ts";
import { Calls } from "./calls.tsx";
import { Contacts } from "./contacts.tsx";
import { PersonData } from "./person-data.tsx";
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
          <p class="empty">{loading()}</p>
        ) : (
          <Failed look="empty" onRetry={() => void read()}>
            {failure.value.message}
          </Failed>
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

/** The most important facts about the client. */
function ClientHead({ chat }: { readonly chat: DeskChat }): JSX.Element {
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
              <li class="badge failing">
                <Icon name="block" /> {text("onBlacklist")}
              </li>
            )}
            {rate !== null && (
              <li class={`badge ${rate === "positive" ? "good" : "failing"}`}>
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
function Beginning({ atMs }: { readonly atMs: number }): JSX.Element | null {
  if (!useFormatters()) return null;
  return (
    <time dateTime={new Date(atMs).toISOString()} title={exactTime(atMs)}>
      {dayAndTime(atMs, now.value)}
    </time>
  );
}

/** Adds the client to the blacklist or removes it, after a question to the agent. Source: WH-20. */
function Blacklist({ chat }: { readonly chat: DeskChat }): JSX.Element {
  const isAsking = useSignal(false);
  const { blacklisted } = chat.client;
  const ask = (): void => {
    isAsking.value = true;
  };
  return (
    <section class="blacklist" aria-label={text("blacklist")}>
      <button type="button" class={blacklisted ? "quiet" : "quiet danger"} onClick={ask}>
        <Icon name="block" /> {text(blacklisted ? "offBlacklist" : "toBlacklist")}
      </button>
      {isAsking.value && <BlacklistDialog chat={chat} onClose={() => (isAsking.value = false)} />}
    </section>
  );
}

/** Custom data from the owner's server and from the visitor's page. Source: WH-25, WH-28, WJ-17 to WJ-21. */
function CustomData({ chat }: { readonly chat: DeskChat }): JSX.Element | null {
  const { customData, crmLink, canAssign, assigned } = chat;
  const fromServer = customData.filter(({ fromPage }) => !fromPage);
  const fromPage = customData.filter((row) => row.fromPage);
  if (customData.length === 0 && crmLink === null && !canAssign && !assigned) return null;
  return (
    <section class="custom-data" aria-label={text("customData")}>
      {(canAssign || assigned) && <Bind chat={chat} />}
      {fromServer.length > 0 && (
        <>
          <h3>{text("fromServer")}</h3>
          <Rows rows={fromServer} />
        </>
      )}
      {fromPage.length > 0 && (
        <div class="card untrusted">
          <h3>{text("fromPage")}</h3>
          <p class="help">
            <Icon name="warning" /> {text("notVerified")}
          </p>
          <Rows rows={fromPage} />
        </div>
      )}
      {crmLink !== null && (
        <WebLink href={crmLink} class="button crm">
          <Icon name="external" /> {text("openCard")}
        </WebLink>
      )}
    </section>
  );
}

const Rows = ({ rows }: { readonly rows: readonly DeskRow[] }): JSX.Element => (
  <ul>
    {rows.map(({ title, key, content, link }, index) => (
      // Rows have no ids, so that their index is the key.
      <li key={`${index}`} class="data-row">
        {title !== null && <p class="row-title">{key === null && content === null ? linked(title, link) : title}</p>}
        {(key !== null || content !== null) && (
          <p>
            {key !== null && <b>{content === null ? linked(key, link) : key}:</b>}
            {key !== null && content !== null && " "}
            {content !== null && linked(content, link)}
          </p>
        )}
      </li>
    ))}
  </ul>
);

/** The link of a row is on its last text. */
const linked = (words: string, link: string | null): JSX.Element | string =>
  link === null ? words : <WebLink href={link}>{words}</WebLink>;

function Bind({ chat: { id, canAssign } }: { readonly chat: DeskChat }): JSX.Element {
  const desk = useDesk();
  const isBusy = chatsUnderWay.value.has(id);
  const bind = (): void => void assignChat(desk, id);
  useCommands(canAssign ? [{ id: "bind", title: text("bind"), group: text("title"), run: bind }] : [], [id, canAssign]);
  return (
    <div class="bind" role="status">
      {canAssign ? (
        <button type="button" {...press(isBusy ? underWay() : null, bind)}>
          <Icon name="link" /> {text("bind")}
        </button>
      ) : (
        <p class="done">
          <Icon name="check" /> {text("bound")}
        </p>
      )}
    </div>
  );
}
