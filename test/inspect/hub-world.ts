import type { WatchedStep } from "../../src/actors/history/step-record.ts";
import { Watching } from "../../src/actors/history/step-record.ts";
import { asActorKey, asConversationKey } from "../../src/core/ids.ts";
import { actors } from "../../src/domain/actors.ts";
import { FrameEncoder } from "../../src/inspect/frame-encoder.ts";
import { Hub } from "../../src/inspect/hub.ts";
import type { ActorRow, Store } from "../../src/ports/store.ts";
import { recordsOf } from "../actors/golden-records.ts";
import { createManualClock } from "../edge/manual-clock.ts";

const conversation = asConversationKey("client/MOBILEAPP1/7");

/** The frames that a watcher of the hub received: `chat/1 before step 1` or `chat/1 step 1`. */
export interface HubWatcher {
  readonly subscription: NonNullable<ReturnType<Hub["subscribe"]>>;
  readonly shown: readonly string[];
  readonly frames: readonly { readonly id: string; readonly isStep: boolean }[];
  readonly failed: number;
}

/** A read that waits. */
interface HeldRead {
  readonly actor: string;
  answer(): void;
  fail(): void;
}

/** A hub whose reads wait until the test releases them. */
export function createHubWorld(listed: readonly string[] = []) {
  const rows = new Map<string, ActorRow>();
  const reads: HeldRead[] = [];
  const errors: string[] = [];
  const watching = new Watching();
  let isHeld = false;
  const read: Store["read"] = (_table, [actor]) =>
    new Promise((resolve, reject) => {
      // The row at the time of the request. Only this row is requested.
      const row = rows.get(String(actor)) as never;
      if (!isHeld) return resolve(row);
      reads.push({
        actor: String(actor),
        answer: () => resolve(row),
        fail: () => reject(new Error(`${actor} cannot be read`)),
      });
    });
  const secrets = { mask: (value: unknown) => value, text: (text: string) => text };
  const hub = new Hub({
    facts: { store: { read }, defects: { parked: () => [] }, secrets },
    encoder: new FrameEncoder("p", secrets, () => undefined),
    clock: createManualClock(),
    log: { error: (_fields: object, text: string) => errors.push(text) } as never,
    meters: { framesSent: 0, watchersCut: 0 },
    listActors: async () => listed,
    encodeOutside: () => null,
    ...{ watching, waitingBytesMax: 1_000_000 },
  });
  return {
    ...{ hub, watching, reads, errors },
    hold(): void {
      isHeld = true;
    },
    /** Releases the waiting reads, and all later ones. */
    async release(): Promise<void> {
      isHeld = false;
      for (const one of reads.splice(0)) one.answer();
      await passTurns();
    },
    /** Stores an actor that has taken the step with this number. */
    store: (actor: string, number: number) => void rows.set(actor, rowOf(actor, number)),
    /** Commits and encodes the step. */
    async step(actor: string, ...numbers: readonly number[]): Promise<void> {
      for (const number of numbers) rows.set(actor, rowOf(actor, number));
      hub.show(numbers.map((number) => stepOf(actor, number)));
      await passTurns();
    },
    watcher(): HubWatcher {
      const frames: string[] = [];
      let failed = 0;
      const subscription = hub.subscribe({
        waitingBytes: 0,
        send: (frame) => void frames.push(frame),
        cut: () => undefined,
        fail() {
          failed += 1;
        },
      });
      if (subscription === null) throw new Error("Expected a subscription");
      return {
        subscription,
        get shown() {
          return frames.flatMap(shownIn);
        },
        get frames() {
          return frames.map((frame) => {
            const { id, type } = JSON.parse(frame);
            return { id, isStep: type === "@xstate.event" || type === "@xstate.snapshot" };
          });
        },
        get failed() {
          return failed;
        },
      };
    },
  };
}

const rowOf = (actor: string, number: number): ActorRow => ({
  actor: asActorKey(actor),
  conversation,
  machine: "chat",
  version: 1,
  revision: number,
  state: "waiting",
  context: actors.chat.form.encode({ ...recordsOf("chat")[0]?.context, lastSeq: number }),
  deadlines: [],
});

const stepOf = (actor: string, number: number): WatchedStep => ({
  actor: asActorKey(actor),
  conversation,
  atMs: 0,
  revision: number,
  index: 0,
  event: { type: "message.received" },
  cause: "request",
  from: null,
  before: "waiting",
  after: "waiting",
  effects: [],
  contextBefore: { lastSeq: number - 1 },
  context: { lastSeq: number },
  taken: [],
});

function shownIn(frame: string): readonly string[] {
  const { type, sessionId, snapshot, missed } = JSON.parse(frame);
  if (type === "@xstate.event") return [];
  if (type === "parley.gap") return [`gap of ${missed}`];
  if (type === "@xstate.actor") return [`${sessionId} after ${snapshot.context.lastSeq}`];
  return [type === "error" ? "error" : `${sessionId} step ${snapshot.context.lastSeq}`];
}

export async function passTurns(): Promise<void> {
  for (let turn = 0; turn < 30; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
