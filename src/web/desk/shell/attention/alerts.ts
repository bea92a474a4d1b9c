import type { DeskChat, DeskMessage } from "../../../../codec/desk/desk.ts";
import { playTones } from "../../../shared/browser/play-tones.ts";
import type { Desk } from "../../data/desk.ts";
import type { Me } from "../standing.ts";
import { standingOf, waitsFor } from "../standing.ts";

/** An event that the agent is notified of in every section. */
export interface Alert {
  /** `chat`: a client began to wait for this agent; `message`: one of its own clients wrote. */
  readonly kind: "chat" | "message";
  readonly chat: DeskChat;
  /** The client's last message. */
  readonly text: string;
}

export interface Waiting {
  /** Chats that began to wait for this agent. */
  readonly begun: readonly Alert[];
  /** Chats that no longer wait for this agent. */
  readonly ended: readonly string[];
}

/**
 * Finds the events for this agent, in the same way on all channels. A bot's chat is ignored until it waits for agents. Source: CH-09,
 * BOT-01.
 */
export function createAlerts() {
  let waiting: ReadonlySet<string> | null = null;
  /** The newest announced message of each chat's client. */
  const alerted = new Map<string, number>();
  return {
    /** Takes all chats that wait for agents. Chats of the first call cause no alert. */
    takeWaiting(chats: Iterable<DeskChat>, me: Me): Waiting {
      const before = waiting;
      const after = new Set<string>();
      const begun: Alert[] = [];
      for (const chat of chats) {
        if (!waitsFor(chat, me)) continue;
        after.add(chat.id);
        if (before !== null && !before.has(chat.id)) begun.push({ kind: "chat", chat, text: chat.last?.text ?? "" });
      }
      waiting = after;
      return { begun, ended: [...(before ?? [])].filter((id) => !after.has(id)) };
    },
    /** Takes a message of a chat; a repeated message is announced once. */
    takeMessage(chat: DeskChat, { from, seq, text }: DeskMessage, me: Me): Alert | null {
      if (from !== "client" || standingOf(chat, me) !== "mine") return null;
      if (seq <= (alerted.get(chat.id) ?? 0)) return null;
      alerted.set(chat.id, seq);
      return { kind: "message", chat, text };
    },
  };
}

/** A new chat has rising tones, a message one soft tone. */
const tones: Readonly<Record<Alert["kind"], readonly number[]>> = { chat: [587, 880], message: [660] };

export const chime = (kind: Alert["kind"]): void =>
  playTones({ hertz: tones[kind], apartSeconds: 0.14, lastsSeconds: 0.35, gain: 0.08 });

/** The switches of this agent; all are on by default. */
type AttentionSwitch = "sound" | "notify" | "offer";

const nameOf = (what: AttentionSwitch): string => `attention.${what}`;

export const isOn = ({ kept }: Desk, what: AttentionSwitch): boolean => kept.of(nameOf(what)).value !== "off";

export const switchTo = ({ kept }: Desk, what: AttentionSwitch, on: boolean): void =>
  kept.set(nameOf(what), on ? null : "off");
