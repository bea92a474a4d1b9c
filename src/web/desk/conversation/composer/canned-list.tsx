import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { ApiFailure } from "../../../shared/api/api.ts";
import { textsOf } from "../../../shared/language/texts.ts";
import { loading } from "../../../shared/parts/missing.tsx";
import { placeOf } from "../../shell/route.ts";
import { composerTexts } from "../../texts/en/composer.ts";
import type { CannedReply } from "./canned.ts";

const text = textsOf("composer", composerTexts);

interface CannedListProps {
  readonly id: string;
  readonly found: readonly CannedReply[];
  /** Null: the replies are loaded. */
  readonly waitsFor: ApiFailure | "loading" | null;
  readonly query: string;
  readonly chosen: CannedReply | undefined;
  readonly onTake: (reply: CannedReply) => void;
}

/** The canned replies that match the text after `/`; the field keeps the focus. */
export function CannedList({ id, found, waitsFor, query, chosen, onTake }: CannedListProps): JSX.Element {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
  }, [chosen]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the field keeps the focus when anything in this list is pressed.
    <div class="popover canned" onMouseDown={(event) => event.preventDefault()}>
      <div class="choices" id={id} role="listbox" aria-label={text("cannedReplies")} ref={list}>
        {found.map((reply) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys of the list.
          // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus instead of the options.
          <div
            key={reply.id}
            id={`${id}-${reply.id}`}
            class="choice"
            role="option"
            aria-selected={reply === chosen}
            onClick={() => onTake(reply)}
          >
            <b>/{reply.shortcut}</b>
            <span dir="auto">{reply.text}</span>
            <span class="help">{text(reply.shared ? "everyones" : "yours")}</span>
          </div>
        ))}
      </div>
      {found.length === 0 && <p class="help">{whyNone(waitsFor, query)}</p>}
      <p class="popover-foot">
        <span>{text("cannedKeys")}</span>
        <a href={placeOf(["settings", "replies"])}>{text("manageReplies")}</a>
      </p>
    </div>
  );
}

function whyNone(waitsFor: CannedListProps["waitsFor"], query: string): string {
  if (waitsFor === "loading") return loading();
  if (waitsFor !== null) return text("cannedFailed", { reason: waitsFor.message });
  return query === "" ? text("noCanned") : text("noneFits", { query });
}
