import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { isInputMethod } from "../../shared/browser/input-method.ts";
import { textsOf } from "../../shared/language/texts.ts";
import { AttentionMenu } from "../shell/attention/attention-menu.tsx";
import { useCommands } from "../shell/commands/commands.ts";
import { useDesk } from "../shell/use-desk.ts";
import { inbox } from "../texts/en/inbox.ts";
import type { InboxModel } from "./inbox-model.ts";
import { keepChannel } from "./kept-view.ts";

const text = textsOf("inbox", inbox);

/** The filters of a view: search words, and one of several channels. */
export function Filters({ model }: { readonly model: InboxModel }): JSX.Element {
  const desk = useDesk();
  const input = useRef<HTMLInputElement>(null);
  const sought = model.text.value;
  const { channels } = desk.surroundings.value;
  useCommands(
    [{ id: "filter-chats", title: text("filter"), keys: "f", group: text("title"), run: () => input.current?.focus() }],
    [],
  );
  useEffect(() => model.search.ask(sought), [sought]);
  const choose = (channelId: string): void => {
    model.channelId.value = channelId === "" ? null : channelId;
    keepChannel(desk, model.channelId.value);
  };
  return (
    <div class="filters">
      <input
        ref={input}
        type="search"
        aria-label={text("filterBy")}
        placeholder={text("anyWord")}
        value={sought}
        onInput={(event) => (model.text.value = event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape" || isInputMethod(event)) return;
          model.text.value = "";
          event.currentTarget.blur();
          event.preventDefault();
        }}
      />
      {channels.length > 1 && (
        <select
          aria-label={text("channel")}
          value={model.channelId.value ?? ""}
          onChange={(event) => choose(event.currentTarget.value)}
        >
          <option value="">{text("allChannels")}</option>
          {channels.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
      <AttentionMenu />
    </div>
  );
}
