import type { Desk } from "../../data/desk.ts";

/** The switches of this agent; all are on by default. */
export type AttentionSwitch = "sound" | "notify" | "offer";

const nameOf = (what: AttentionSwitch): string => `attention.${what}`;

export const isOn = ({ kept }: Desk, what: AttentionSwitch): boolean => kept.of(nameOf(what)).value !== "off";

export const switchTo = ({ kept }: Desk, what: AttentionSwitch, on: boolean): void =>
  kept.set(nameOf(what), on ? null : "off");
