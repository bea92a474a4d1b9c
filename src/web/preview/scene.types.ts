import type { ScriptSettings } from "../widget/bridge.types.ts";

/** What the preview shows. The settings of the desk send it, again after each change. */
export interface Scene {
  readonly settings: Pick<ScriptSettings, "look" | "contactsForm" | "contactsFirst" | "suggestions">;
  readonly isOffline: boolean;
  readonly hasBot: boolean;
  readonly agent: string;
  /** The text of the visitor, and the answer of the agent. */
  readonly asked: string;
  readonly answered: string;
}
