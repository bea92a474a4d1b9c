import type { ComponentChildren, JSX } from "preact";
import { useEffect, useId, useState } from "preact/hooks";
import { isInputMethod } from "../browser/input-events.ts";

export interface Option {
  readonly id: string;
  /** The heading of the option. The options of one group stand together, where the first of them is. */
  readonly group?: string;
}

interface Settings<O extends Option> {
  readonly options: readonly O[];
  /** What was typed; null while the list is closed. The choice is forgotten when this changes. */
  readonly query: string | null;
  /** The first option is chosen until an arrow key chooses another one. Otherwise Enter alone does nothing. */
  readonly isFirstChosen: boolean;
  /** Called by Enter and by a click. Without it a click chooses, and Enter belongs to the form around the field. */
  readonly onTake?: (option: O) => void;
  /** Called by Escape. Without it Escape belongs to the dialog around the field. */
  readonly onLeave?: () => void;
}

export interface Combobox<O extends Option> {
  readonly chosen: O | undefined;
  /** For the text field, which keeps the focus. */
  readonly field: {
    readonly "aria-autocomplete": "list";
    readonly "aria-controls": string;
    readonly "aria-activedescendant": string | undefined;
  };
  /** Returns true when the list has used the key. */
  keyDown(event: KeyboardEvent): boolean;
  readonly list: List<O>;
}

interface List<O extends Option> {
  readonly id: string;
  readonly groups: readonly (readonly [string, readonly O[]])[];
  readonly chosen: O | undefined;
  readonly onTake: (option: O) => void;
}

/** A text field with a list of options: arrows choose, Enter takes, Escape leaves. Source: the combobox of the ARIA Authoring Practices Guide. */
export function useCombobox<O extends Option>(settings: Settings<O>): Combobox<O> {
  const { query, isFirstChosen, onTake, onLeave } = settings;
  const id = useId();
  const [wanted, want] = useState<{ readonly id: string; readonly query: string | null } | null>(null);
  const groups = groupsOf(settings.options);
  const options = groups.flatMap(([, members]) => members);
  if (wanted !== null && wanted.query !== query) want(null);
  const asked = wanted?.query === query ? options.find((option) => option.id === wanted.id) : undefined;
  // A chosen option that has left the list is not replaced, because the person may press Enter at this moment.
  const chosen = wanted === null && isFirstChosen ? options[0] : asked;
  const choose = (option: O): void => want({ id: option.id, query });
  const move = (step: 1 | -1): void => {
    const at = chosen === undefined ? Math.min(-step, 0) : options.indexOf(chosen);
    const next = options[(at + step + options.length) % options.length];
    if (next !== undefined) choose(next);
  };
  const keyDown = (event: KeyboardEvent): boolean => {
    if (isInputMethod(event)) return false;
    const { key, shiftKey } = event;
    if (key === "ArrowDown" && options.length > 0) move(1);
    else if (key === "ArrowUp" && options.length > 0) move(-1);
    else if (key === "Enter" && !shiftKey && onTake !== undefined && chosen !== undefined) onTake(chosen);
    else if (key === "Escape" && onLeave !== undefined) onLeave();
    else return false;
    event.preventDefault();
    return true;
  };
  return {
    chosen,
    field: {
      "aria-autocomplete": "list",
      "aria-controls": id,
      "aria-activedescendant": chosen && placeOf(id, chosen),
    },
    keyDown,
    list: { id, groups, chosen, onTake: onTake ?? choose },
  };
}

function groupsOf<O extends Option>(options: readonly O[]): List<O>["groups"] {
  const groups = new Map<string, O[]>();
  for (const option of options) {
    const { group = "" } = option;
    const members = groups.get(group);
    if (members === undefined) groups.set(group, [option]);
    else members.push(option);
  }
  return [...groups];
}

const placeOf = (list: string, { id }: Option): string => `${list}-${id.replaceAll(" ", "-")}`;

interface ComboboxFieldProps<O extends Option> {
  readonly box: Combobox<O>;
  readonly label: string;
  readonly placeholder?: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
}

/** The field of one line. A field of several lines takes `box.field` and `box.keyDown` itself. */
export const ComboboxField = <O extends Option>({
  box,
  label,
  placeholder = label,
  value,
  onInput,
}: ComboboxFieldProps<O>): JSX.Element => (
  <input
    role="combobox"
    aria-expanded="true"
    aria-label={label}
    autocomplete="off"
    placeholder={placeholder}
    value={value}
    onInput={(event) => onInput(event.currentTarget.value)}
    onKeyDown={box.keyDown}
    {...box.field}
  />
);

interface ListboxProps<O extends Option> extends List<O> {
  readonly label: string;
  /** Said when there is no option. */
  readonly empty: ComponentChildren;
  readonly children: (option: O) => ComponentChildren;
}

/** The options under their headings. */
export function Listbox<O extends Option>({ label, empty, ...list }: ListboxProps<O>): JSX.Element {
  const chosen = list.chosen && placeOf(list.id, list.chosen);
  useEffect(() => {
    if (chosen !== undefined) document.getElementById(chosen)?.scrollIntoView({ block: "nearest" });
  }, [chosen]);
  return (
    <>
      {/* A press keeps the focus in the field. */}
      <div
        class="options"
        id={list.id}
        role="listbox"
        tabIndex={-1}
        aria-label={label}
        onMouseDown={(event) => event.preventDefault()}
      >
        {list.groups.map(([group, options]) =>
          group === "" ? (
            <Options key={group} {...list} options={options} />
          ) : (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be in a listbox.
            <div key={group} role="group" aria-label={group}>
              <p class="options-group" aria-hidden="true">
                {group}
              </p>
              <Options {...list} options={options} />
            </div>
          ),
        )}
      </div>
      <div role="status">{list.groups.length === 0 && <p class="empty">{empty}</p>}</div>
    </>
  );
}

type OptionsProps<O extends Option> = Pick<ListboxProps<O>, "id" | "chosen" | "onTake" | "children"> & {
  readonly options: readonly O[];
};

const Options = <O extends Option>({ id, chosen, onTake, children, options }: OptionsProps<O>): JSX.Element => (
  <>
    {options.map((option) => (
      // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys of the list.
      <div
        key={option.id}
        id={placeOf(id, option)}
        class="option"
        role="option"
        tabIndex={-1}
        aria-selected={option === chosen}
        onClick={() => onTake(option)}
      >
        {children(option)}
      </div>
    ))}
  </>
);
