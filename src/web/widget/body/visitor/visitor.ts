import { isProvedSecret, visitorIn } from "../../../../core/visitor-secret.ts";
import type { Place } from "../conversation.ts";
import type { Environment, Keep } from "../environment.types.ts";
import type { RequestFrame } from "../frames.types.ts";
import type { Request } from "../requests/requests.ts";
import { parse } from "./storage.ts";

/** The data that this browser keeps about its visitor across pages. */
export interface VisitorKeep {
  /** Returns the secret that the hello frame must contain. */
  secret(): string | undefined;
  /**
   * Takes the visitor's secret from `ready`. Returns `new` if the visitor is new to this page, and `stranger` if the page belonged to a
   * proved visitor before. Returns `other` if another tab has started with another visitor; this page then belongs to that visitor too.
   */
  take(secret: string): "same" | "new" | "stranger" | "other";
  /** Forgets the secret of a proved visitor, in every tab: the next `ready` brings a new visitor. Returns false for another one. Source: WJ-52. */
  leave(): boolean;
  /** Returns true if another tab has stored another visitor. */
  isOther(): boolean;
  /** Returns true once for each chat, in the first tab that asks. */
  isFirst(what: Mark, chatId: string): boolean;
  /** Returns the place of the last line that was seen in any tab. */
  seen(): Place;
  see(place: Place): void;
  /** The chat that is open or has unseen lines. The next page requests it. */
  readonly chat: Slot;
  /** Not `null` after somebody in this browser has skipped the contacts form. A new visitor in the same browser keeps this value. */
  readonly skipped: Slot;
  /** `"0"` if the visitor has switched the sound off. */
  readonly sound: Slot;
  /** Returns the requests that waited when the last page of this tab ended. */
  restore(): readonly Request[];
  keep(waiting: readonly Request[]): void;
  /** The call that this tab has requested. */
  readonly call: Slot;
  /** The number of visits of this browser, including the present visit. Source: WJ-22. */
  readonly visits: number;
}

export interface Slot {
  read(): string | null;
  write(text: string | null): void;
}

type Mark = "wrote" | "accepted" | "introduced" | "rated";

/** The highest number of stored requests. A page has more only if somebody manipulates it. */
const keptMax = 50;
/** Requests that are not stored: the next page sends them again, they must not be repeated, or they cannot be stored. */
const notKept: readonly RequestFrame["type"][] = ["page", "custom_data", "user_token", "call", "file", "earlier"];

export function createVisitorKeep(widgetId: string, { site, tab, toJson }: Environment): VisitorKeep {
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
  let hasLeft = false;
  return {
    secret() {
      said = visitor.read() ?? (hasLeft ? "" : present);
      return said ?? undefined;
    },
    take(secret) {
      const kept = visitor.read();
      if (kept !== null && isOther(kept, secret) && isOther(kept, said)) return "other";
      if (kept !== secret) visitor.write(secret);
      // The service did not know the old secret, or was restored, so the stored values are about other chats.
      if (isOther(secret, said)) for (const one of [seen, chat, ...Object.values(marks)]) one.write(null);
      const isNew = isOther(secret, present);
      const isStranger = [said, present].some((one) => one && isProvedSecret(one) && isOther(secret, one));
      present = secret;
      hasLeft = false;
      if (isStranger) return "stranger";
      return isNew ? "new" : "same";
    },
    leave() {
      const isProved = isProvedSecret(visitor.read() ?? present ?? "");
      if (isProved) {
        visitor.write("");
        hasLeft = true;
      }
      return isProved;
    },
    isOther: () => present !== null && isOther(visitor.read() ?? present, present),
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
      waiting.write(kept.length === 0 ? null : toJson(kept));
    },
    call: slot(tab, "call"),
    visits: countVisits(slot(site, "visits"), slot(tab, "visit")),
  };
}

const isOther = (one: string, other: string | null): boolean => other === null || visitorIn(one) !== visitorIn(other);

function countVisits(all: Slot, own: Slot): number {
  const before = Number(all.read());
  if (own.read() !== null) return before;
  own.write("1");
  all.write(String(before + 1));
  return before + 1;
}
