import type {
  InspectedActorDetails,
  InspectedChat,
  InspectedStep,
} from "../../../src/codec/inspect/inspected.types.ts";
import type { TimeWords } from "../../../src/web/inspector/sequence/sequence-words.ts";

/** Chats as the service returns them, for tests of the sequence drawing. */

const startMs = Date.UTC(2026, 5, 17, 14, 0);

/** Times in UTC, so that the texts are the same on every machine. */
export const utcTimes: TimeWords = {
  timeOfDay: (atMs) => new Date(atMs).toISOString().slice(11, 19),
  day: (atMs) => new Date(atMs).toISOString().slice(0, 10),
};

const kindOf = (actor: string): string => actor.slice(0, actor.indexOf("/"));

export function actorOf(
  actor: string,
  state: string,
  context: unknown = {},
  about: string | null = null,
): InspectedActorDetails {
  const kind = kindOf(actor);
  return {
    actor,
    kind,
    id: actor.slice(kind.length + 1),
    name: null,
    conversation: "client/MOBILEAPP1/7",
    state,
    sinceMs: startMs,
    revision: 1,
    channelId: "MOBILEAPP1",
    chatId: "17",
    client: "Ann",
    about,
    failure: null,
    deadlines: [],
    parked: null,
    context,
    chart: null,
    chartFolded: null,
  };
}

let lastRevision = 0;

/** A step made by a request `afterMs` after the start, without a state change; `about` overrides fields. */
export function stepOf(
  actor: string,
  type: string,
  afterMs: number,
  about: Partial<InspectedStep> = {},
): InspectedStep {
  lastRevision += 1;
  return {
    actor,
    revision: lastRevision,
    index: 0,
    atMs: startMs + afterMs,
    cause: `request-${afterMs}`,
    from: null,
    before: "waiting",
    after: "waiting",
    effects: [],
    ...about,
    event: { type, ...about.event },
  };
}

export const chatOf = (actors: readonly InspectedActorDetails[], steps: readonly InspectedStep[]): InspectedChat => ({
  chatId: "17",
  exportedAtMs: startMs + 3_600_000,
  actors,
  steps,
});

export const deliveryId = (number: number): string =>
  `delivery/01JXA0000000000000000${String(number).padStart(5, "0")}`;

const message = { cargo: { kind: "message" }, messageSeq: 3 };

/** A chat with a reply that fails three times, 3 s apart. */
export function failingChat(): InspectedChat {
  const delivery = deliveryId(1);
  const attempt = (number: number) => ({ type: "effect.attempt.start", attempt: number });
  const failed = (number: number, afterMs: number, after: string): InspectedStep =>
    stepOf(delivery, "attempt.failed", afterMs, {
      cause: `attempt ${number} of ${delivery}`,
      before: "attempting",
      after,
      event: { type: "attempt.failed", attempt: number, failure: "17" },
    });
  const again = (number: number, afterMs: number): InspectedStep =>
    stepOf(delivery, "deadline.reached", afterMs, {
      cause: `deadline next-attempt of ${delivery}`,
      before: "backing_off",
      after: "attempting",
      event: { type: "deadline.reached", id: "next-attempt" },
      effects: [attempt(number)],
    });
  const sent = { cause: "request-9000", from: "chat/17" };
  return chatOf(
    [
      actorOf("chat/17", "with_agent", { visit: { surface: "api" } }),
      actorOf(delivery, "failed", message, "Message 3"),
    ],
    [
      stepOf("chat/17", "message.received", 0, { before: null }),
      stepOf("chat/17", "chat.accept-requested", 5_000, { after: "with_agent" }),
      stepOf("chat/17", "chat.reply-requested", 9_000, { before: "with_agent", after: "with_agent" }),
      stepOf(delivery, "delivery.queued", 9_000, { ...sent, before: null, after: "attempting", effects: [attempt(1)] }),
      failed(1, 9_400, "backing_off"),
      again(2, 12_000),
      failed(2, 12_400, "backing_off"),
      again(3, 15_000),
      failed(3, 15_400, "failed"),
      stepOf("chat/17", "delivery.ended", 15_400, {
        cause: `attempt 3 of ${delivery}`,
        from: delivery,
        before: "with_agent",
        after: "with_agent",
        event: { type: "delivery.ended", failure: "17" },
      }),
    ],
  );
}
