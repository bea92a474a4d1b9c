import type { ChannelId } from "../../machines/ids.ts";
import { asChannelId } from "../core/ids.ts";
import { undamagedLater } from "../core/rows/undamaged.ts";
import type { Store } from "../ports/store.ts";

/** Until a person was told, every start tells anew: a process that dies in between must not keep the password to itself. */
const toldFact = "first-start-told";
/** The widget's id, kept before the widget is made: nothing else tells it from another one. */
const widgetFact = "first-start-widget";

/** What is kept of the first start. What is noted is durable when it resolves. */
export interface FirstStartFacts {
  /** Whether a person was told what the first start made. */
  wasTold(): Promise<boolean>;
  noteTold(): Promise<void>;
  /** The widget that the first start makes, or made; `null` before. */
  widgetId(): Promise<ChannelId | null>;
  noteWidget(id: ChannelId): Promise<void>;
}

export function createFirstStartFacts(store: Pick<Store, "read" | "commit">): FirstStartFacts {
  const note = (name: string, text: string): Promise<void> =>
    store.commit({}, () => [{ table: "fact", key: [name], row: { text } }]);
  return {
    // A damaged row is there, too: whoever was told is not told again.
    wasTold: async () =>
      (await undamagedLater(async () => (await store.read("fact", [toldFact])) !== undefined)) ?? true,
    noteTold: () => note(toldFact, "yes"),
    async widgetId() {
      const fact = await undamagedLater(() => store.read("fact", [widgetFact]));
      return fact === undefined ? null : asChannelId(fact.text);
    },
    noteWidget: (id) => note(widgetFact, id),
  };
}
