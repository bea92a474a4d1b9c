import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { ApiFailure } from "../../../shared/api/api.ts";
import { placeOf } from "../../shell/route.ts";
import type { CannedReply } from "./canned.ts";

interface CannedListProps {
  readonly id: string;
  readonly found: readonly CannedReply[];
  /** Null: they are there. */
  readonly waitsFor: ApiFailure | "loading" | null;
  readonly query: string;
  readonly chosen: CannedReply | undefined;
  readonly onTake: (reply: CannedReply) => void;
}

/** The canned replies that fit what is typed behind `/`; the field keeps the focus. */
export function CannedList({ id, found, waitsFor, query, chosen, onTake }: CannedListProps): JSX.Element {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
  }, [chosen]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the field keeps the focus, whatever is pressed in here.
    <div class="popover canned" onMouseDown={(event) => event.preventDefault()}>
      <div class="choices" id={id} role="listbox" aria-label="Canned replies" ref={list}>
        {found.map((reply) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys for the whole list.
          // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus for the whole list.
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
            <span class="help">{reply.shared ? "Everyone's" : "Yours"}</span>
          </div>
        ))}
      </div>
      {found.length === 0 && <p class="help">{whyNone(waitsFor, query)}</p>}
      <p class="popover-foot">
        <span>↑↓ choose, Enter takes, Esc leaves</span>
        <a href={placeOf(["settings", "replies"])}>Manage replies</a>
      </p>
    </div>
  );
}

function whyNone(waitsFor: CannedListProps["waitsFor"], query: string): string {
  if (waitsFor === "loading") return "Loading…";
  if (waitsFor !== null) return `The canned replies could not be loaded. ${waitsFor.message}`;
  return query === "" ? "There are no canned replies yet." : `None fits “${query}”.`;
}
