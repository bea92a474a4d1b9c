import type { JSX } from "preact";
import type { View, Viewed } from "../view.types.ts";

/** The export of a script that loads later: its parts, made with the window's own preact. */
export interface LaterScript {
  readonly make: (preact: Preact) => LaterPart;
}

/** The preact functions that draw the parts. The parts must use the window's preact, because a second copy does not work with it. */
export type Preact = Pick<typeof import("preact"), "Component" | "Fragment" | "h">;

/** The parts of a script, by name. */
export type LaterPart = Readonly<Record<string, (props: LaterProps) => JSX.Element>>;

export interface LaterProps extends Viewed {
  /** For the emoji: receives the chosen emoji, or `null` for none. */
  readonly take?: (chosen: string | null) => void;
}

export type CardName = "contacts" | "offline" | "call" | "rating";

/** The forms that are shown in the conversation. */
export type Cards = Readonly<Record<CardName, (viewed: { readonly view: View }) => JSX.Element>>;
