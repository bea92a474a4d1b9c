import type { ChannelId } from "../../machines/ids.ts";
import { asChannelId } from "../core/ids.ts";
import { undamagedLater } from "../core/rows/damaged-rows.ts";
import type { Commits, StoredRows } from "../ports/store.ts";

/** Every start prints the message until a person has received it: a process that dies in between must not lose the password. */
const shownFact = "first-start-told";
/** The widget's id, stored before the widget is created: nothing else distinguishes this widget from others. */
const widgetFact = "first-start-widget";

/** The stored facts of the first start. A note is durable when it resolves. */
export interface FirstStartFacts {
  /** Whether a person has received the message about the first start. */
  wasShown(): Promise<boolean>;
  noteShown(): Promise<void>;
  /** The widget of the first start; `null` before it. */
  widgetId(): Promise<ChannelId | null>;
  noteWidget(id: ChannelId): Promise<void>;
}

export function createFirstStartFacts(store: Commits & StoredRows): FirstStartFacts {
  const note = (name: string, text: string): Promise<void> =>
    store.commit({}, () => [{ table: "fact", key: [name], row: { text } }]);
  return {
    // A damaged row also counts: the message is not repeated.
    wasShown: async () =>
      (await undamagedLater(async () => (await store.read("fact", [shownFact])) !== undefined)) ?? true,
    noteShown: () => note(shownFact, "yes"),
    async widgetId() {
      const fact = await undamagedLater(() => store.read("fact", [widgetFact]));
      return fact === undefined ? null : asChannelId(fact.text);
    },
    noteWidget: (id) => note(widgetFact, id),
  };
}
