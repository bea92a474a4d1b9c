import type { Keep } from "../body/environment.types.ts";
import type { Actions, Model } from "../body/model.types.ts";
import type { ScriptSettings } from "../bridge.types.ts";
import type { Speech } from "../i18n/speech.ts";

/** All data of a drawing. Each change makes a new object. */
export interface View {
  readonly model: Model;
  readonly actions: Actions;
  readonly look: ScriptSettings["look"];
  /** What the home offers to say to the bot; `undefined` without a home. */
  readonly suggestions: ScriptSettings["suggestions"];
  readonly speech: Speech;
  readonly nowMs: number;
  /** The store for unfinished texts. */
  readonly drafts: Keep;
  /** Adds the style sheet of a part that has loaded. */
  wear(styles?: string): void;
  /** Loads the window. */
  load(): void;
}

export interface Viewed {
  readonly view: View;
}
