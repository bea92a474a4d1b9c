import type { MeasuredNode } from "../../load/service/measured-node.ts";
import type { ServerProcess } from "../../load/service/server-process.ts";

/** One of the two builds that are compared. */
export interface Side {
  readonly name: "old" | "new";
  /** Where its build is. */
  readonly checkout: string;
  readonly node: MeasuredNode;
}

export interface OpenOptions {
  readonly side: Side;
  /** Belongs to this launch of this side alone. */
  readonly folder: string;
  readonly connections: number;
  /** For a kind whose load may use fewer chats. */
  readonly chats: number;
  /** Of one slice. */
  readonly seconds: number;
  /** How many slices will be asked for. */
  readonly slices: number;
  /** Takes a mistake; a correct run has none. */
  note(mistake: string): void;
}

export interface Done {
  readonly requests: number;
  readonly perSecond: number;
}

/** A started, warm service with all its peers. */
export interface OpenSide {
  readonly server: ServerProcess;
  /** Runs one slice of the load. Resolves when every answered request has been completed. */
  load(): Promise<Done>;
  /** Returns how many were completed since the start. A request without an answer may complete after its slice of the load. */
  count(): Promise<number>;
  close(): Promise<void>;
}

/** A kind of load. */
export interface Kind {
  title(chats: number): string;
  /** The counted unit, in singular and plural. */
  readonly unit: string;
  readonly units: string;
  open(options: OpenOptions): Promise<OpenSide>;
}
