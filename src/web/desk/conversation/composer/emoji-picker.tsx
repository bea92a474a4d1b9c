import type { JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { isInputMethod } from "../../../shared/browser/input-events.ts";
import { directionOf } from "../../../shared/language/languages.ts";
import { currentLanguage, textsOf } from "../../../shared/language/texts.ts";
import { named } from "../../../shared/ui/tooltip.ts";
import { useDesk } from "../../shell/use-desk.ts";
import { composerTexts } from "../../texts/en/composer.ts";
import type { EmojiProps } from "./emoji-later.tsx";
import type { Emoji } from "./emoji-list.ts";
import { emojiGroups, findEmoji } from "./emoji-list.ts";

const text = textsOf("composer", composerTexts);

const keptName = "emoji";
const recentMax = 16;
const columns = 8;

/** Emoji by groups, recently used ones first, with a search by name. */
export function EmojiPicker({ onPick, onClose }: EmojiProps): JSX.Element {
  const { kept } = useDesk();
  const panel = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [search, setSearch] = useState("");
  const recent = (kept.of(keptName).value ?? "").split(" ").filter(Boolean);
  useLayoutEffect(() => input.current?.focus(), []);
  const pick = (emoji: string): void => {
    kept.set(keptName, [emoji, ...recent.filter((one) => one !== emoji)].slice(0, recentMax).join(" "));
    onPick(emoji);
  };
  const groups =
    search.trim() === ""
      ? [{ name: text("usedRecently"), emoji: findEmoji(recent) }, ...emojiGroups()]
      : [{ name: text("found"), emoji: matching(search) }];
  const move = (step: number): void => {
    const all = [...(panel.current?.querySelectorAll<HTMLButtonElement>("button") ?? [])];
    const at = all.indexOf(document.activeElement as HTMLButtonElement);
    if (at + step < 0) input.current?.focus();
    else all[Math.min(at + step, all.length - 1)]?.focus();
  };
  return (
    <div
      class="popover emoji"
      role="dialog"
      aria-label={text("emoji")}
      ref={panel}
      onKeyDown={(event) => {
        if (isInputMethod(event)) return;
        const isTyping = event.target === input.current;
        const step = stepOf(event.key, isTyping);
        if (event.key === "Escape") onClose();
        else if (step !== null) move(step);
        else if (event.key === "Enter" && isTyping) panel.current?.querySelector("button")?.click();
        else return;
        event.preventDefault();
      }}
    >
      <input
        ref={input}
        type="search"
        aria-label={text("findEmoji")}
        placeholder={text("findEmoji")}
        value={search}
        onInput={(event) => setSearch(event.currentTarget.value)}
      />
      <div class="emoji-groups">
        {groups.map((group) => group.emoji.length > 0 && <Group key={group.name} {...group} onPick={pick} />)}
        {groups.every(({ emoji }) => emoji.length === 0) && <p class="help">{text("noEmoji")}</p>}
      </div>
    </div>
  );
}

/** Returns the move for an arrow key, else null. In the field only the down arrow moves to the emoji, because the others move the caret. */
function stepOf(key: string, isTyping: boolean): number | null {
  if (key === "ArrowDown") return isTyping ? 1 : columns;
  if (isTyping) return null;
  const ahead = directionOf(currentLanguage()) === "rtl" ? -1 : 1;
  return { ArrowUp: -columns, ArrowLeft: -ahead, ArrowRight: ahead }[key] ?? null;
}

function matching(search: string): readonly Emoji[] {
  const words = plain(search).split(/\s+/).filter(Boolean);
  return emojiGroups()
    .flatMap(({ emoji }) => emoji)
    .filter(({ name }) => words.every((word) => ` ${plain(name)}`.includes(` ${word}`)));
}

/** Removes accents and vowel signs, because people omit them when they search. */
const plain = (words: string): string => words.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

interface GroupProps {
  readonly name: string;
  readonly emoji: readonly Emoji[];
  readonly onPick: (emoji: string) => void;
}

const Group = ({ name, emoji, onPick }: GroupProps): JSX.Element => (
  <section aria-label={name}>
    <p class="help group-name">{name}</p>
    <div class="emoji-grid">
      {emoji.map((one) => (
        <button type="button" key={one.text} class="quiet" {...named(one.name)} onClick={() => onPick(one.text)}>
          {one.text}
        </button>
      ))}
    </div>
  </section>
);
