import type { Defects } from "../../actors/defects.ts";
import type { Watching } from "../../actors/history/step-record.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Log } from "../../ports/log.ts";
import type { Peers } from "../../ports/peers.ts";
import type { FrameEncoder } from "../frame-encoder.ts";
import type { KnownCharts } from "../known-charts.ts";
import type { OutsideActors } from "../outside-actors.ts";
import type { SecretMask } from "../secrets/mask-secrets.ts";
import type { Shows } from "./other-nodes.ts";
import { OtherNodes } from "./other-nodes.ts";
import { OutsideElsewhere } from "./outside-elsewhere.ts";
import { ParkedEverywhere } from "./parked-everywhere.ts";

interface OthersParts {
  readonly peers: Peers;
  readonly clock: Clock;
  readonly log: Log;
  readonly secrets: SecretMask;
  readonly encoder: FrameEncoder;
  readonly watching: Watching;
  readonly charts: KnownCharts;
  readonly outside: OutsideActors;
  readonly defects: Defects;
  readonly hub: () => Shows;
}

/** The inspector's view of the other nodes. */
export interface Others {
  readonly nodes: OtherNodes;
  readonly outside: OutsideElsewhere;
  readonly parked: ParkedEverywhere;
}

/** Returns `null` for a process that has its store for itself. */
export function openOthers(parts: OthersParts): Others | null {
  const { peers, clock, log, secrets, encoder, watching, charts, outside, defects, hub } = parts;
  if (peers.isAlone) return null;
  const nodes: OtherNodes = new OtherNodes({
    peers,
    clock,
    log,
    secrets,
    encoder,
    watching,
    hub,
    outside: () => elsewhere,
  });
  const { questions } = nodes;
  const elsewhere = new OutsideElsewhere({ clock, encoder, questions, charts, outside });
  const parked = new ParkedEverywhere({ defects, peers, clock, secrets, questions });
  return { nodes, outside: elsewhere, parked };
}
