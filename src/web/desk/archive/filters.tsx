import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { isInputMethod } from "../../shared/browser/input-method.ts";
import { textsOf } from "../../shared/language/texts.ts";
import { useCommands } from "../shell/commands/commands.ts";
import { useDesk } from "../shell/use-desk.ts";
import { archive } from "../texts/en/archive.ts";
import type { ArchiveQuery } from "./query.ts";

const words = textsOf("archive", archive);

interface FiltersProps {
  readonly query: ArchiveQuery;
  readonly onChange: (query: ArchiveQuery) => void;
  /** Enter or arrow down in the field: go to the results. */
  readonly onLeave: () => void;
}

/** The search starts after this pause in typing. */
const pauseMs = 250;

/** The search form. The query is in the address, which changes after a pause in typing. */
export function Filters({ query, onChange, onLeave }: FiltersProps): JSX.Element {
  const { browser, surroundings } = useDesk();
  const { channels, agents } = surroundings.value;
  const field = useRef<HTMLInputElement>(null);
  const text = useSignal(query.q);
  const newest = useRef(query);
  newest.current = query;
  const stop = useRef<() => void>(() => undefined);
  const search = (): void => {
    stop.current();
    if (text.peek() !== newest.current.q) onChange({ ...newest.current, q: text.peek() });
  };
  useEffect(() => {
    // The query came from the back button or from another address, not from typing.
    if (document.activeElement !== field.current) text.value = query.q;
  }, [query.q]);
  useEffect(() => () => stop.current(), []);
  useCommands(
    [
      {
        id: "archive search",
        title: words("searchCommand"),
        keys: "/",
        group: words("title"),
        run: () => field.current?.select(),
      },
    ],
    [],
  );
  const set = (key: keyof ArchiveQuery, value: string): void => onChange({ ...query, q: text.peek(), [key]: value });
  return (
    <search class="archive-filters">
      <input
        ref={field}
        type="search"
        aria-label={words("search")}
        placeholder={words("searchFor")}
        maxLength={200}
        value={text.value}
        onInput={(event) => {
          text.value = event.currentTarget.value;
          stop.current();
          stop.current = browser.after(pauseMs, search);
        }}
        onKeyDown={(event) => {
          if (isInputMethod(event)) return;
          if (event.key === "Enter") search();
          if (event.key === "ArrowDown") {
            event.preventDefault();
            onLeave();
          }
        }}
      />
      <div class="filter-row">
        <label>
          <span class="help">{words("from")}</span>
          <input
            type="date"
            value={query.from}
            max={query.to}
            onChange={(event) => set("from", event.currentTarget.value)}
          />
        </label>
        <label>
          <span class="help">{words("to")}</span>
          <input
            type="date"
            value={query.to}
            min={query.from}
            onChange={(event) => set("to", event.currentTarget.value)}
          />
        </label>
        <label>
          <span class="help">{words("channel")}</span>
          <select value={query.channel} onChange={(event) => set("channel", event.currentTarget.value)}>
            <option value="">{words("all")}</option>
            {channels.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span class="help">{words("agent")}</span>
          <select value={query.agent} onChange={(event) => set("agent", event.currentTarget.value)}>
            <option value="">{words("all")}</option>
            {agents.map(({ id, name }) => (
              <option key={id} value={String(id)}>
                {name}
              </option>
            ))}
          </select>
        </label>
      </div>
    </search>
  );
}
