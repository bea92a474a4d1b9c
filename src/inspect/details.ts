import type { InspectedActorDetails } from "../codec/inspect/inspected.types.ts";
import type { ActorFacts } from "./actor-facts.ts";
import type { KnownCharts } from "./known-charts.ts";
import type { SecretMask } from "./secrets/mask-secrets.ts";

export interface DetailParts {
  readonly secrets: SecretMask;
  readonly charts: KnownCharts;
}

/** Returns all details of an actor of this service, with secrets masked. */
export const toDetails = (
  { actor, kind, context }: ActorFacts,
  { secrets, charts }: DetailParts,
): InspectedActorDetails => ({
  ...actor,
  context: secrets.mask(context),
  ...charts.hashesOf(kind),
});
