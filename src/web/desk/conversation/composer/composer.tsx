import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { DeskChat } from "../../../../codec/desk/desk.ts";
import { split, textsOf } from "../../../shared/language/texts.ts";
import { Ago } from "../../../shared/parts/ago.tsx";
import { press, underWay } from "../../../shared/parts/press.ts";
import { Icon } from "../../../shared/ui/icon.tsx";
import { useCommands } from "../../shell/commands/commands.ts";
import { clientPanelOpen } from "../../shell/pane-buttons.tsx";
import { placeOf, route } from "../../shell/route.ts";
import { acceptChat, chatsUnderWay } from "../../shell/steps/chat-steps.ts";
import { useDesk } from "../../shell/use-desk.ts";
import { composerTexts } from "../../texts/en/composer.ts";
import { isOwn, offersOf } from "../offers.ts";
import { cannedOf } from "./canned.ts";
import type { Tray } from "./tray.ts";
import { WriteField } from "./write-field.tsx";
import type { Mode, Writing } from "./writing.ts";

const text = textsOf("composer", composerTexts);

interface ComposerProps {
  readonly chat: DeskChat;
  readonly writing: Writing;
  readonly tray: Tray;
}

/** The composer: replies to the client in the agent's own chat, notes to other agents in any open chat. */
export function Composer({ chat, writing, tray }: ComposerProps): JSX.Element {
  const desk = useDesk();
  const { surroundings } = desk;
  const mode = writing.mode.value;
  const isMine = isOwn(chat, surroundings.value.agent);
  const isClosed = chat.state === "closed";
  useEffect(() => writing.stop, [writing, isMine]);
  const canned = cannedOf(desk);
  const asked = canned.asked.value;
  useEffect(() => {
    if (asked?.chatId !== chat.id) return;
    writing.takeBack("reply", asked.text);
    canned.asked.value = null;
  }, [asked, chat.id, writing]);
  useCommands(
    isClosed
      ? []
      : [
          {
            id: "chat note",
            title: text("writeNote"),
            keys: "n",
            group: text("chat"),
            run: () => writing.start("note"),
          },
        ],
    [writing, isClosed],
  );
  if (isClosed) return <Instead chat={chat} />;
  return (
    <div class={`composer ${mode}`}>
      <div class="modes">
        <div class="segmented" role="tablist" aria-label={text("writeWhat")}>
          <Tab mode="reply" writing={writing} title={text("reply")} />
          <Tab mode="note" writing={writing} title={text("note")} />
        </div>
        {mode === "note" && (
          <span class="aside">
            <Icon name="note" /> {text("onlyAgents")}
          </span>
        )}
      </div>
      <div role="tabpanel" id="composer-panel" aria-label={text(mode)}>
        {mode === "reply" && !isMine ? (
          <Instead chat={chat} />
        ) : (
          <WriteField key={mode} chat={chat} mode={mode} writing={writing} tray={tray} />
        )}
      </div>
    </div>
  );
}

const other: Readonly<Record<Mode, Mode>> = { reply: "note", note: "reply" };

interface TabProps {
  readonly mode: Mode;
  readonly writing: Writing;
  readonly title: string;
}

function Tab({ mode, writing, title }: TabProps): JSX.Element {
  const isOn = writing.mode.value === mode;
  return (
    <button
      type="button"
      role="tab"
      aria-selected={isOn}
      aria-controls="composer-panel"
      tabIndex={isOn ? 0 : -1}
      onClick={() => writing.start(mode)}
      onKeyDown={({ key }) => {
        if (key === "ArrowLeft" || key === "ArrowRight") writing.start(other[mode]);
      }}
    >
      {title}
    </button>
  );
}

/** Shown instead of the field: why the agent cannot write to the client now, and a remedy. */
function Instead({ chat }: { readonly chat: DeskChat }): JSX.Element {
  const desk = useDesk();
  const { reply } = offersOf(chat, desk.surroundings.value.agent);
  if (chat.state === "closed") return <Closed chat={chat} />;
  if (reply === null || reply.why !== null)
    return (
      <p class="instead">
        {reply?.why ?? ""} {chat.state === "with_agent" && text("reachesAgents")}
      </p>
    );
  return (
    <p class="instead">
      <span>{text(chat.state === "with_bot" ? "botAnswers" : "replyToTake")}</span>
      <button
        type="button"
        {...press(chatsUnderWay.value.has(chat.id) ? underWay() : null, () => void acceptChat(desk, chat.id))}
      >
        {reply.title}
      </button>
    </p>
  );
}

const Closed = ({ chat: { client, closedAt } }: { readonly chat: DeskChat }): JSX.Element => (
  <div class="composer">
    <p class="instead">
      <span>
        {closedAt === null
          ? text("closed")
          : split(text("closedAgo", { time: "{time}" }), { time: <Ago atMs={closedAt} inSentence /> })}
      </span>
      {route.value.section !== "archive" && (
        <a class="button" href={placeOf(["archive"], { q: client.name })}>
          {text("searchArchive")}
        </a>
      )}
      {client.chatsCount > 1 && (
        <button type="button" class="earlier-chats" onClick={() => (clientPanelOpen.value = true)}>
          {text("earlierChats")}
        </button>
      )}
    </p>
  </div>
);
