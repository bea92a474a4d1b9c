import type {
  InspectedActor,
  InspectedActorDetails,
  InspectedStep,
} from "../../../src/codec/inspect/inspected.types.ts";

/** A step of a delivery with the given fields and defaults for the others. */
export const step = (change: Partial<InspectedStep> = {}): InspectedStep => ({
  actor: "delivery/d1",
  revision: 1,
  index: 0,
  atMs: 1_000,
  event: { type: "attempt.failed" },
  cause: "attempt 1 of delivery/d1",
  from: null,
  before: "attempting",
  after: "backing_off",
  effects: [],
  ...change,
});

export const actor = (address: string, change: Partial<InspectedActor> = {}): InspectedActor => {
  const [kind = "", id = ""] = address.split("/");
  return {
    actor: address,
    kind,
    id,
    name: null,
    conversation: address,
    state: "waiting",
    sinceMs: 1_000,
    revision: 1,
    channelId: null,
    chatId: null,
    client: null,
    about: null,
    failure: null,
    deadlines: [],
    parked: null,
    ...change,
  };
};

export const details = (address: string, change: Partial<InspectedActorDetails> = {}): InspectedActorDetails => ({
  ...actor(address),
  context: {},
  chart: "hash",
  chartFolded: null,
  ...change,
});
