import type { Place } from "../conversation/conversation.ts";
import type { Environment, Keep } from "../environment.types.ts";
import type { RequestFrame } from "../frames.types.ts";
import type { Request } from "../requests/requests.ts";
import { parse } from "./storage.ts";

/** What this browser knows of its visitor from page to page. */
export interface VisitorKeep {
  /** To be said with hello. */
  secret(): string | undefined;
  /** What `ready` said: `new` to this page, or, when another tab began with another visitor, `other`: this page is that one's too. */
  take(secret: string): "same" | "new" | "other";
  /** Another tab has another visitor by now. */
  isOther(): boolean;
  /** True once for each chat, in the first tab that asks. */
  isFirst(what: Mark, chatId: string): boolean;
  /** The last line that was seen, in whichever tab. */
  seen(): Place;
  see(place: Place): void;
  /** The chat that is open, or has lines nobody saw: to be asked for when another page begins. */
  readonly chat: Slot;
  /** Not `null` once the visitor would give no contacts; outlives the visitor. */
  readonly skipped: Slot;
  /** `"0"` when the visitor switched it off. */
  readonly sound: Slot;
  /** What waited when the page went. */
  restore(): readonly Request[];
  keep(waiting: readonly Request[]): void;
  /** Of this tab: the call it asked for. */
  readonly call: Slot;
  /** How often this browser came, this time included. Source: WJ-22. */
  readonly visits: number;
}

export interface Slot {
  read(): string | null;
  write(text: string | null): void;
}

type Mark = "wrote" | "accepted" | "introduced" | "rated";

/** A page has no more that waits, unless somebody plays with it. */
const keptMax = 50;
/** What the page itself asks again when it comes back, what must not be asked twice, and what cannot be kept. */
const notKept: readonly RequestFrame["type"][] = ["page", "custom_data", "user_token", "call", "file", "earlier"];

export function createVisitorKeep(widgetId: string, { site, tab }: Pick<Environment, "site" | "tab">): VisitorKeep {
  const slot = (keep: Keep, name: string): Slot => {
    const full = `svc_${widgetId}_${name}`;
    return { read: () => keep.read(full), write: (text) => keep.write(full, text) };
  };
  const visitor = slot(site, "visitor");
  const seen = slot(site, "seen");
  const chat = slot(site, "chat");
  const waiting = slot(tab, "waiting");
  const mark = (name: Mark): Slot => slot(site, name);
  const marks = {
    wrote: mark("wrote"),
    accepted: mark("accepted"),
    introduced: mark("introduced"),
    rated: mark("rated"),
  };
  let present: string | null = null;
  let said: string | null = null;
  return {
    secret() {
      said = visitor.read() ?? present;
      return said ?? undefined;
    },
    take(secret) {
      const kept = visitor.read();
      if (kept !== null && kept !== secret && kept !== said) return "other";
      if (kept !== secret) visitor.write(secret);
      // The service did not know it: what was kept is about chats of somebody who is gone.
      if (secret !== said) for (const one of [seen, chat, ...Object.values(marks)]) one.write(null);
      const isSame = present === secret;
      present = secret;
      return isSame ? "same" : "new";
    },
    isOther: () => present !== null && (visitor.read() ?? present) !== present,
    isFirst(what, chatId) {
      if (Number(marks[what].read()) >= Number(chatId)) return false;
      marks[what].write(chatId);
      return true;
    },
    seen() {
      const [chat = 0, seq = 0] = (seen.read() ?? "").split(":").map(Number);
      return { chat, seq };
    },
    see: ({ chat, seq }) => seen.write(`${chat}:${seq}`),
    chat,
    skipped: slot(site, "skipped"),
    sound: slot(site, "sound"),
    restore: () => parse(waiting.read(), []),
    keep(all) {
      const kept = all.filter(({ frame }) => !notKept.includes(frame.type)).slice(0, keptMax);
      waiting.write(kept.length === 0 ? null : JSON.stringify(kept));
    },
    call: slot(tab, "call"),
    visits: countVisits(slot(site, "visits"), slot(tab, "visit")),
  };
}

function countVisits(all: Slot, own: Slot): number {
  const before = Number(all.read());
  if (own.read() !== null) return before;
  own.write("1");
  all.write(String(before + 1));
  return before + 1;
}
