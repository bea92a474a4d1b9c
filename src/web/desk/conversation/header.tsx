import { useSignal } from "@preact/signals";
import type { JSX, RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { DeskAgent, DeskChat } from "../../../codec/desk/desk.ts";
import { textsOf } from "../../shared/language/texts.ts";
import { Ago } from "../../shared/parts/ago.tsx";
import { now } from "../../shared/parts/now.ts";
import { underWay } from "../../shared/parts/press.ts";
import type { IconName } from "../../shared/ui/icon.tsx";
import { Icon } from "../../shared/ui/icon.tsx";
import { named } from "../../shared/ui/tooltip.ts";
import type { Surroundings } from "../data/answers.types.ts";
import { Avatar } from "../parts/avatar.tsx";
import { ChartLink, openInspector, useIsInspecting } from "../parts/chart-link.tsx";
import { clientPicture } from "../parts/pictures.ts";
import { Viewers } from "../parts/viewers.tsx";
import type { Command } from "../shell/commands/commands.ts";
import { useCommands } from "../shell/commands/commands.ts";
import { showKeys } from "../shell/commands/key-caps.tsx";
import { BackToList, ClientPanelButton } from "../shell/pane-buttons.tsx";
import { BlacklistDialog } from "../shell/steps/blacklist-dialog.tsx";
import { acceptChat, chatsUnderWay, closeChat, reopenChat } from "../shell/steps/chat-steps.ts";
import { useDesk } from "../shell/use-desk.ts";
import { conversationTexts } from "../texts/en/conversation.ts";
import { findTexts } from "../texts/en/find.ts";
import { startFind } from "./log/find-later.tsx";
import type { Offer } from "./offers.ts";
import { isOwn, offersOf, reopenOf } from "./offers.ts";
import { TransferDialog } from "./transfer-dialog.tsx";

const text = textsOf("conversation", conversationTexts);
const findText = textsOf("find", findTexts);

interface HeaderProps {
  readonly chat: DeskChat;
  /** Called when the chat is this agent's, so that the composer takes the focus. */
  readonly onReply: () => void;
}

/** The client, the channel, the state of the chat, and its actions. */
export function Header({ chat, onReply }: HeaderProps): JSX.Element {
  const desk = useDesk();
  const dialog = useSignal<"transfer" | "blacklist" | null>(null);
  const surroundings = desk.surroundings.value;
  const { reply, transfer, close, blacklist } = offersOf(chat, surroundings.agent);
  const reopen = reopenOf(chat, now.value);
  const isBusy = chatsUnderWay.value.has(chat.id);
  const isClosed = chat.state === "closed";
  const actions = useKeptFocus();
  const chart = { title: text("seeChart"), why: useIsInspecting() ? null : text("forAdministrators") };
  const take = async (): Promise<void> => {
    if (reply === null || (await acceptChat(desk, chat.id)).ok) onReply();
  };
  const ask = (what: "transfer" | "blacklist") => () => {
    dialog.value = what;
  };
  const shut = (): void => {
    dialog.value = null;
  };
  useCommands(
    [
      ...commandFor(reply ?? { title: text("writeReply"), why: null }, "reply", "r", () => void take()),
      ...commandFor(close, "close", "e", () => void closeChat(desk, chat.id)),
      ...(reopen === null ? [] : commandFor(reopen, "reopen", undefined, () => void reopenChat(desk, chat.id))),
      ...commandFor(transfer, "transfer", "t", ask("transfer")),
      ...commandFor(blacklist, "blacklist", undefined, ask("blacklist")).map((one) => ({
        ...one,
        isDestructive: true,
      })),
      ...commandFor(chart, "chart", undefined, () => openInspector(`chat/${chat.id}`)),
    ],
    [
      chat.id,
      reply?.title,
      reply?.why,
      close.why,
      reopen?.title,
      transfer.why,
      blacklist.title,
      blacklist.why,
      chart.why,
    ],
  );
  return (
    <header class="chat-header">
      <BackToList />
      <Avatar name={chat.client.name} picture={clientPicture(chat.id, chat.client.photo)} />
      <Heading chat={chat} surroundings={surroundings} />
      <Viewers chatId={chat.id} />
      <div class="actions" ref={actions}>
        {reply !== null && !isClosed && (
          <Action offer={reply} icon="send" keys="r" isBusy={isBusy} isPrimary={true} onClick={() => void take()} />
        )}
        {reopen !== null && (
          <Action
            offer={reopen}
            icon="reopen"
            isBusy={isBusy}
            isPrimary={true}
            onClick={() => void reopenChat(desk, chat.id)}
          />
        )}
        {!isClosed && (
          <>
            <Action offer={transfer} icon="transfer" keys="t" isBusy={isBusy} onClick={ask("transfer")} />
            <Action offer={close} icon="check" keys="e" isBusy={isBusy} onClick={() => void closeChat(desk, chat.id)} />
            <Action offer={blacklist} icon="block" isBusy={isBusy} isIconAlone={true} onClick={ask("blacklist")} />
          </>
        )}
        <Action
          offer={{ title: findText("find"), why: null }}
          icon="search"
          keys={showKeys("mod+f")}
          isBusy={false}
          isIconAlone={true}
          onClick={() => startFind(chat.id)}
        />
        <ChartLink actor={`chat/${chat.id}`} words={chart.title} isIconAlone={true} />
        <ClientPanelButton />
      </div>
      {dialog.value === "transfer" && <TransferDialog chat={chat} onClose={shut} />}
      {dialog.value === "blacklist" && <BlacklistDialog chat={chat} onClose={shut} />}
    </header>
  );
}

/** The first action takes the focus when the action that had it is no longer there, as after a close. */
function useKeptFocus(): RefObject<HTMLDivElement | null> {
  const actions = useRef<HTMLDivElement>(null);
  const hadFocus = actions.current?.contains(document.activeElement) === true;
  useLayoutEffect(() => {
    if (hadFocus && document.activeElement === document.body) actions.current?.querySelector("button")?.focus();
  });
  return actions;
}

interface HeadingProps {
  readonly chat: DeskChat;
  readonly surroundings: Surroundings;
}

function Heading({ chat, surroundings }: HeadingProps): JSX.Element {
  const channel = surroundings.channels.find(({ id }) => id === chat.channelId);
  const words = describeState(chat, surroundings.agent, channel?.bot?.name || text("bot"));
  return (
    <div class="heading">
      <h1 dir="auto">{chat.client.name}</h1>
      <p>
        <span class={`state ${chat.state}`}>{words}</span>
        {chat.closedAt !== null && <Ago atMs={chat.closedAt} inSentence />}
        <span class="channel">{channel?.name ?? chat.channelId}</span>
      </p>
    </div>
  );
}

interface ActionProps {
  readonly offer: Offer;
  readonly icon: IconName;
  readonly keys?: string;
  readonly isBusy: boolean;
  readonly isPrimary?: boolean;
  readonly isIconAlone?: boolean;
  readonly onClick: () => void;
}

/** An impossible action stays visible with its reason; a disabled button could not show one. */
function Action(props: ActionProps): JSX.Element {
  const { offer, icon, keys, isBusy, isPrimary = false, isIconAlone = false, onClick } = props;
  const { title, why } = offer;
  const isOff = why !== null || isBusy;
  return (
    <button
      type="button"
      class={`action of-${icon} ${isPrimary && why === null ? "primary" : ""} ${isIconAlone ? "icon-button" : ""}`}
      aria-disabled={isOff}
      {...named(
        why === null ? title : text("whyNot", { title, reason: why }),
        why ?? (isBusy ? underWay() : null) ?? (keys === undefined ? title : text("withKey", { title, key: keys })),
      )}
      onClick={() => isOff || onClick()}
    >
      <Icon name={icon} />
      {!isIconAlone && <span>{title}</span>}
    </button>
  );
}

const commandFor = (
  { title, why }: Offer,
  id: string,
  keys: string | undefined,
  run: () => void,
): readonly Command[] =>
  why === null ? [{ id: `chat ${id}`, title, group: text("chat"), run, ...(keys === undefined ? {} : { keys }) }] : [];

/** The state of a chat, and its agent. */
function describeState(chat: DeskChat, me: DeskAgent, botName: string): string {
  const { state, agent, offeredTo } = chat;
  switch (state) {
    case "with_bot":
      return text("withBot", { name: botName });
    case "waiting":
      return offeredTo === null ? text("waiting") : offeredWords(offeredTo, me);
    case "unstaffed":
      return text("unstaffed");
    case "with_agent":
      if (isOwn(chat, me)) return text("withYou");
      return agent === null ? text("withOther") : text("withAgent", { name: agent.name });
    case "blocked":
      return text("blocked");
    case "closed":
      return text("closed");
    default:
      return state.replaceAll("_", " ");
  }
}

const offeredWords = ({ kind, id, name }: NonNullable<DeskChat["offeredTo"]>, me: DeskAgent): string =>
  kind === "agent" && id === me.id ? text("offeredToYou") : text("offeredTo", { name });
