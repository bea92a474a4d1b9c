import type { JSX } from "preact";
import type { View, Viewed } from "../view.types.ts";

/** What a script that comes later exports: its part, made with the window's own preact. */
export interface LaterScript {
  readonly make: (preact: Preact) => LaterPart;
}

/** What parts are drawn with: a second preact beside the window's would not do. */
export type Preact = Pick<typeof import("preact"), "Component" | "Fragment" | "h">;

/** What a script brings, by what it is for. */
export type LaterPart = Readonly<Record<string, (props: LaterProps) => JSX.Element>>;

export interface LaterProps extends Viewed {
  /** Of the emoji: takes the one that was chosen, or `null` for none. */
  readonly take?: (chosen: string | null) => void;
}

export type CardName = "contacts" | "offline" | "call" | "rating";

/** Forms that stand in the conversation. */
export type Cards = Readonly<Record<CardName, (viewed: { readonly view: View }) => JSX.Element>>;
