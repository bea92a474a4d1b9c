import type { JSX } from "preact";
import { textsOf } from "../../shared/language/texts.ts";
import type { ActorList } from "../data/actor-list.ts";
import type { Narrowing } from "../data/actor-query.ts";
import { isNarrowed } from "../data/actor-query.ts";
import { inspectorList } from "../texts/en/inspector-list.ts";

const text = textsOf("inspector-list", inspectorList);

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
        <p>{text(isEmpty ? "notRead" : "mayBeOld", { reason: state.message })}</p>
        <button type="button" onClick={() => void list.refresh()}>
          {text("tryAgain")}
        </button>
      </div>
    );
  if (state === "loading")
    return (
      <p class="list-end empty" aria-busy="true">
        {text("reading")}
      </p>
    );
  if (isEmpty)
    return (
      <div class="list-end empty" role="status">
        <p>{text(isNarrowed(narrowing) ? "noneLike" : "none")}</p>
        {isNarrowed(narrowing) && (
          <button type="button" onClick={onClear}>
            {text("showAll")}
          </button>
        )}
      </div>
    );
  return (
    <div class="list-end">
      {list.hasMore.value && (
        <button type="button" onClick={() => void list.more()}>
          {text("showMore")}
        </button>
      )}
    </div>
  );
}
