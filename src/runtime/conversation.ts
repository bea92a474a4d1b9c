import type { ActorKey, ConversationKey } from "../../machines/ids.ts";
import type { ClientRow } from "../ports/store.ts";
import type { Cell } from "./cell.ts";
import type { PendingEvent } from "./pending.ts";

/** What one lock covers, as far as it is in memory: waiting events, live cells, the client's record. */
export class Conversation {
  readonly key: ConversationKey;
  readonly cells = new Map<ActorKey, Cell>();
  /** `undefined` until it was looked up, `null` when the client is new. */
  client: ClientRow | null | undefined;
  /** The client's open chat among `cells`, once it was looked for: every message asks for it. */
  openChat: Cell | null = null;
  mailbox: PendingEvent[] = [];
  /** Commits that hold rows of this conversation and are not durable yet. */
  commitsInFlight = 0;
  /** Used since the last sweep looked. */
  isRecent = true;

  constructor(key: ConversationKey) {
    this.key = key;
  }

  get isIdle(): boolean {
    return this.mailbox.length === 0 && this.commitsInFlight === 0;
  }

  takeMail(): readonly PendingEvent[] {
    const mail = this.mailbox;
    this.mailbox = [];
    return mail;
  }

  /** Forgets everything that can be read again. */
  dropCells(): void {
    for (const cell of this.cells.values()) cell.stop();
    this.cells.clear();
    this.client = undefined;
    this.openChat = null;
  }
}
