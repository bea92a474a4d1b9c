import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { AttentionMenu } from "../shell/attention/attention-menu.tsx";
import { useCommands } from "../shell/commands/commands.ts";
import { useDesk } from "../shell/use-desk.ts";
import type { InboxModel } from "./inbox-model.ts";
import { keepChannel } from "./kept-view.ts";

/** What narrows a view: words to be found, and one channel where there are several. */
export function Filters({ model }: { readonly model: InboxModel }): JSX.Element {
  const desk = useDesk();
  const input = useRef<HTMLInputElement>(null);
  const text = model.text.value;
  const { channels } = desk.surroundings.value;
  useCommands(
    [{ id: "filter-chats", title: "Filter the list", keys: "f", group: "Inbox", run: () => input.current?.focus() }],
    [],
  );
  useEffect(() => model.search.ask(text), [text]);
  const choose = (channelId: string): void => {
    model.channelId.value = channelId === "" ? null : channelId;
    keepChannel(desk, model.channelId.value);
  };
  return (
    <div class="filters">
      <input
        ref={input}
        type="search"
        aria-label="Filter by name, number or any word said"
        placeholder="Any word"
        value={text}
        onInput={(event) => (model.text.value = event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          model.text.value = "";
          event.currentTarget.blur();
          event.preventDefault();
        }}
      />
      {channels.length > 1 && (
        <select
          aria-label="Channel"
          value={model.channelId.value ?? ""}
          onChange={(event) => choose(event.currentTarget.value)}
        >
          <option value="">All channels</option>
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
