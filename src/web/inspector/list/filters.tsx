import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { counted } from "../../../core/counted.ts";
import type { Waiting } from "../../shared/live/timer.ts";
import { createTimer } from "../../shared/live/timer.ts";
import { Icon } from "../../shared/ui/icon.tsx";
import type { Narrowing } from "../data/actor-query.ts";
import type { NamedChannel } from "../data/api.ts";
import { kindWords, statesOfKind, wordsOf } from "../parts/tone.ts";

interface FiltersProps {
  readonly browser: Waiting;
  readonly narrowing: Narrowing;
  readonly channels: readonly NamedChannel[];
  readonly onChange: (narrowing: Narrowing) => void;
}

const placeholder = "Id, client’s name or number";
/** The search starts after this pause in typing. */
const typingPauseMs = 250;

/** The search field and the filters of the list. */
export function Filters({ browser, narrowing, channels, onChange }: FiltersProps): JSX.Element {
  const set = (change: Partial<Narrowing>): void => onChange({ ...narrowing, ...change });
  const states = statesOf(narrowing.kind);
  return (
    <search class="filters">
      <Search browser={browser} sought={narrowing.text} onSeek={(sought) => set({ text: sought })} />
      <Choice
        label="Kind"
        value={narrowing.kind}
        options={[["", "Every kind"], ...kindWords]}
        onChoose={(kind) => set({ kind, state: statesOf(kind).includes(narrowing.state) ? narrowing.state : "" })}
      />
      <Choice
        label="State"
        value={narrowing.state}
        options={[["", "Any state"], ...states.map((state) => [state, wordsOf(state)] as const)]}
        onChoose={(state) => set({ state })}
      />
      <Choice
        label="Channel"
        value={narrowing.channel}
        options={[["", "Every channel"], ...channels.map(({ id, name }) => [id, name] as const)]}
        onChoose={(channel) => set({ channel })}
      />
      <Choice
        label="Waiting longer than"
        value={narrowing.waitingLongerThanMs}
        options={waits()}
        onChoose={(waitingLongerThanMs) => set({ waitingLongerThanMs })}
      />
      {narrowing.chat !== "" && (
        <button type="button" class="only-chat" onClick={() => set({ chat: "" })}>
          Only chat {narrowing.chat}
          <Icon name="close" />
          <span class="hush">: show the actors of all chats</span>
        </button>
      )}
      <label class="check">
        <input
          type="checkbox"
          checked={narrowing.parked === "true"}
          onChange={(event) => set({ parked: event.currentTarget.checked ? "true" : "" })}
        />
        Parked only
      </label>
    </search>
  );
}

function statesOf(kind: string): readonly string[] {
  return kind === "" ? [...new Set(Object.values(statesOfKind).flat())].sort() : (statesOfKind[kind] ?? []);
}

interface SearchProps {
  readonly browser: Waiting;
  readonly sought: string;
  readonly onSeek: (sought: string) => void;
}

function Search({ browser, sought, onSeek }: SearchProps): JSX.Element {
  const typed = useSignal(sought);
  const timer = useRef(createTimer(browser));
  const latest = useRef(onSeek);
  latest.current = onSeek;
  useEffect(() => {
    typed.value = sought;
  }, [sought]);
  useEffect(() => timer.current.stop, []);
  return (
    <label class="search">
      <span class="hush">Search actors</span>
      <input
        type="search"
        placeholder={matchMedia("(hover: none)").matches ? placeholder : `${placeholder}  /`}
        value={typed.value}
        onInput={(event) => {
          typed.value = event.currentTarget.value;
          timer.current.set(typingPauseMs, () => latest.current(typed.value.trim()));
        }}
      />
    </label>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, words: string])[];
  readonly onChoose: (value: string) => void;
}

/** Shows the value from the address, even when it is not an option. */
function Choice({ label, value, options, onChoose }: ChoiceProps): JSX.Element {
  const id = useId();
  const isAmong = options.some(([one]) => one === value);
  return (
    <div class="choice">
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
        {!isAmong && <option value={value}>{value}</option>}
        {options.map(([one, words]) => (
          <option key={one} value={one}>
            {words}
          </option>
        ))}
      </select>
    </div>
  );
}

const minuteMs = 60_000;

/** The choices for the minimum time that an actor has been in its state. */
const waits = (): readonly (readonly [ms: string, words: string])[] => [
  ["", "Any time"],
  ...[1, 5, 30].map((n) => [String(n * minuteMs), counted(n, "minute")] as const),
  [String(60 * minuteMs), "1 hour"],
  [String(24 * 60 * minuteMs), "1 day"],
];
