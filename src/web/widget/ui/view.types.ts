import type { Keep } from "../body/environment.types.ts";
import type { Actions, Model } from "../body/model.types.ts";
import type { ScriptSettings } from "../bridge.types.ts";
import type { Speech } from "../i18n/speech.ts";

/** All that is drawn from; a new object whenever anything of it changed. */
export interface View {
  readonly model: Model;
  readonly actions: Actions;
  readonly look: ScriptSettings["look"];
  readonly speech: Speech;
  readonly nowMs: number;
  /** Where a text stays that was begun. */
  readonly drafts: Keep;
}

export interface Viewed {
  readonly view: View;
}
