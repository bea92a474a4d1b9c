import type { JSX } from "preact";
import type { InspectorApi } from "../data/api.ts";
import type { Place } from "../shell/place.ts";

export interface SequenceViewProps {
  readonly chatId: string;
  readonly api: InspectorApi;
  /** Goes to another place of the inspector. */
  readonly open: (place: Place) => void;
}

/** The actors of one conversation, and the events between them in the order of time. */
export function SequenceView({ chatId }: SequenceViewProps): JSX.Element {
  return (
    <main class="sequence">
      <h1>Chat {chatId}</h1>
    </main>
  );
}
