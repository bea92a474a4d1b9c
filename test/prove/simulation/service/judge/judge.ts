import type { Evidence, Law } from "./evidence.ts";
import { numberFaults, ownerFaults, repliedFaults, saidFaults } from "./kept-laws.ts";
import type { LaterEvidence } from "./later-laws.ts";
import { keptFaults, removedFaults } from "./later-laws.ts";
import { botFaults, deliveryFaults, handOverFaults } from "./sent-laws.ts";
import { blacklistFaults, deskFaults, pageFaults, statusFaults } from "./shown-laws.ts";
import { webhookFaults } from "./webhook-laws.ts";

/** The promises, each with the function that checks it. */
export const laws: readonly Law[] = [
  { promise: "what a client was told is taken is kept once and in order", faults: saidFaults },
  { promise: "what an agent or a bot was told is taken is kept once and in order", faults: repliedFaults },
  { promise: "the messages of a chat have no gap", faults: numberFaults },
  { promise: "a chat has one agent", faults: ownerFaults },
  {
    promise: "a reply is sent in order, at most three times and never early, and its end is told truly",
    faults: deliveryFaults,
  },
  { promise: "a bot is told in order, at most three times and never early", faults: botFaults },
  { promise: "nobody stays with a bot that does not answer", faults: handOverFaults },
  { promise: "an event has one body, counts its attempts, and comes in order", faults: webhookFaults },
  { promise: "a desk is shown what is stored, without a gap", faults: deskFaults },
  { promise: "a page is shown what its visitor may see, without a gap", faults: pageFaults },
  { promise: "nothing of a client on the blacklist is shown", faults: blacklistFaults },
  { promise: "the status of a channel is true", faults: statusFaults },
];

/** Returns all violations of the promises. */
export const judge = (evidence: Evidence): readonly string[] =>
  laws.flatMap(({ promise, faults }) => faults(evidence).map((fault) => `${promise}: ${fault}`));

/** The promises about the stored rows weeks later. */
export const laterLaws: readonly Law<LaterEvidence>[] = [
  { promise: "a chat that is not closed stays, with all that was said in it", faults: keptFaults },
  { promise: "a closed chat goes when its time is over, and nothing of it is left", faults: removedFaults },
];

/** Returns all violations of the promises about the rows weeks later. */
export const judgeLater = (evidence: LaterEvidence): readonly string[] =>
  laterLaws.flatMap(({ promise, faults }) => faults(evidence).map((fault) => `${promise}: ${fault}`));
