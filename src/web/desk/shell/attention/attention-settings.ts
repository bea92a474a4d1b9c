import type { Desk } from "../../data/desk.ts";

/** What this agent has switched off; all is on at first. */
export type AttentionSwitch = "sound" | "notify" | "offer";

const nameOf = (what: AttentionSwitch): string => `attention.${what}`;

export const isOn = ({ kept }: Desk, what: AttentionSwitch): boolean => kept.of(nameOf(what)).value !== "off";

export const switchTo = ({ kept }: Desk, what: AttentionSwitch, on: boolean): void =>
  kept.set(nameOf(what), on ? null : "off");
