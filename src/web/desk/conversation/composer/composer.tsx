import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { DeskChat } from "../../../../codec/desk/desk.ts";
import { textsOf } from "../../../shared/language/texts.ts";
import { Icon } from "../../../shared/parts/icon.tsx";
import { useCommands } from "../../shell/commands/commands.ts";
import { useDesk } from "../../shell/use-desk.ts";
import { composerTexts } from "../../texts/en/composer.ts";
import { isOwn } from "../offers.ts";
import { Instead } from "./instead.tsx";
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
  const { surroundings } = useDesk();
  const mode = writing.mode.value;
  const isMine = isOwn(chat, surroundings.value.agent);
  const isClosed = chat.state === "closed";
  useEffect(() => writing.stop, [writing, isMine]);
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
      <div class="modes" role="tablist" aria-label={text("writeWhat")}>
        <Tab mode="reply" writing={writing} title={text("reply")} />
        <Tab mode="note" writing={writing} title={text("note")} />
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
      class="tab"
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
