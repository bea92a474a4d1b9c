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
  /** Of this launch of this side alone. */
  readonly folder: string;
  readonly connections: number;
  /** For a kind whose load may go over fewer. */
  readonly chats: number;
  /** Of one slice. */
  readonly seconds: number;
  /** How many slices will be asked for. */
  readonly slices: number;
  /** Takes what went wrong: nothing is to. */
  note(mistake: string): void;
}

export interface Done {
  readonly requests: number;
  readonly perSecond: number;
}

/** A service that is up, with everybody around it, and warm. */
export interface OpenSide {
  readonly server: ServerProcess;
  /** One slice of the load; resolves when what was answered has come to its end. */
  load(): Promise<Done>;
  /** What has come to its end since the start; a request that was sent and not answered may do so later than its slice of the load. */
  count(): Promise<number>;
  close(): Promise<void>;
}

/** A kind of load. */
export interface Kind {
  title(chats: number): string;
  /** What is counted: one of them, and several. */
  readonly unit: string;
  readonly units: string;
  open(options: OpenOptions): Promise<OpenSide>;
}
