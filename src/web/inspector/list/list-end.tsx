import type { JSX } from "preact";
import type { ActorList } from "../data/actor-list.ts";
import type { Narrowing } from "../data/actor-query.ts";
import { isNarrowed } from "../data/actor-query.ts";

interface ListEndProps {
  readonly list: ActorList;
  readonly narrowing: Narrowing;
  readonly onClear: () => void;
}

/** The text below the rows: no rows, more rows, or a failed read. */
export function ListEnd({ list, narrowing, onClear }: ListEndProps): JSX.Element {
  const { value: state } = list.state;
  const isEmpty = list.actors.value.length === 0;
  if (typeof state === "object")
    return (
      <div class="list-end empty" role="alert">
        <p>{isEmpty ? `The actors could not be read. ${state.message}` : `This list may be old. ${state.message}`}</p>
        <button type="button" onClick={() => void list.refresh()}>
          Try again
        </button>
      </div>
    );
  if (state === "loading")
    return (
      <p class="list-end empty" aria-busy="true">
        Reading…
      </p>
    );
  if (isEmpty)
    return (
      <div class="list-end empty" role="status">
        <p>
          {isNarrowed(narrowing) ? "No actor matches." : "There are no actors yet. They appear with the first channel."}
        </p>
        {isNarrowed(narrowing) && (
          <button type="button" onClick={onClear}>
            Show all
          </button>
        )}
      </div>
    );
  return (
    <div class="list-end">
      {list.hasMore.value && (
        <button type="button" onClick={() => void list.more()}>
          Show more
        </button>
      )}
    </div>
  );
}
