import type { JSX } from "preact";
import type { View, Viewed } from "../view.types.ts";

/** The export of a script that loads later: its part, made with the widget's own preact. */
export interface LaterScript<Part> {
  readonly make: (preact: Preact) => Part;
}

/** The preact functions that draw the parts. The parts must use the widget's preact, because a second copy does not work with it. */
export type Preact = Pick<typeof import("preact"), "Component" | "Fragment" | "h">;

export interface WindowProps extends Viewed {
  readonly isOpen: boolean;
}

export interface WindowPart {
  readonly styles: string;
  readonly Window: (props: WindowProps) => JSX.Element;
}

/** A style sheet, and what a script draws, by name. */
export interface LaterPart {
  readonly styles: string;
  readonly draws: Readonly<Record<string, (props: LaterProps) => JSX.Element>>;
}

export interface LaterProps extends Viewed {
  /** For the emoji: receives the chosen emoji, or `null` for none. */
  readonly take?: (chosen: string | null) => void;
}

export type CardName = "contacts" | "offline" | "call" | "rating";

/** The forms that are shown in the conversation. */
export type Cards = Readonly<Record<CardName, (viewed: { readonly view: View }) => JSX.Element>>;
