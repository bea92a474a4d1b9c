import type { ServerProcess } from "../../load/service/server-process.ts";

/** One of the two builds that are compared. */
export interface Side {
  readonly name: "old" | "new";
  /** The folder of its build. */
  readonly checkout: string;
}

export interface OpenOptions {
  readonly side: Side;
  /** A folder that belongs to this launch of this side alone. */
  readonly folder: string;
  readonly connections: number;
  /** The number of chats, for a kind whose load may use fewer. */
  readonly chats: number;
  /** The length of one slice. */
  readonly seconds: number;
  /** How many slices will be requested. */
  readonly slices: number;
  /** Records a mistake. A correct run has none. */
  note(mistake: string): void;
}

export interface Done {
  readonly requests: number;
  readonly perSecond: number;
}

/** A service with all its peers, started and warmed up. */
export interface OpenSide {
  readonly server: ServerProcess;
  /** Runs one slice of the load. Resolves when every answered request has been completed. */
  load(): Promise<Done>;
  /**
   * Returns how many requests were completed since the start. A request without an answer may be completed after its slice of the
   * load.
   */
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
