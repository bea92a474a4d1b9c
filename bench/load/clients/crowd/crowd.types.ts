/** Who the sockets of a crowd stand for. */
export type CrowdKind = "desks" | "pages";

export interface OpenCommand {
  readonly url: string;
  readonly path: string;
  readonly count: number;
  /** Socket n says hello n of these, and begins anew behind the last. */
  readonly hellos: readonly string[];
  /** Loopback addresses of the clients, given out in the same way. */
  readonly addresses: readonly string[];
}

/** What desks are told from now on. */
export interface ExpectedRun {
  readonly run: number;
  /** Of the monotonic clock. */
  readonly startUs: number;
  readonly perSecond: number;
  readonly senders: number;
}

/** What pages are told from now on. */
export interface ExpectedMode {
  readonly mode: "online" | "offline";
  readonly startUs: number;
}

export interface Times {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

/** What desks heard since the run was expected. */
export interface DeskHeard extends Times {
  readonly frames: number;
  /** Messages that each open desk was told of, the least and the most; `Infinity` and 0 where none is open. */
  readonly toldMin: number;
  readonly toldMax: number;
  /** Frames that were parsed whole. */
  readonly parsed: number;
  readonly resyncs: number;
  /** Of the monotonic clock. */
  readonly lastAtUs: number;
  /** Gaps, doubles, wrong order: the first sentences, and how many there were. */
  readonly mistakes: readonly string[];
  readonly mistaken: number;
}

/** What pages heard since the mode was expected. */
export interface PagesHeard extends Times {
  readonly told: number;
}

/** Sockets that were closed by the server, and why the first of them was. */
export interface Closed {
  readonly closed: number;
  readonly closedWhy: string;
}

/** What a kind of crowd makes of its frames. */
export interface Listener<Expected, Heard> {
  expect(expected: Expected): void;
  /** One text frame of a socket, which came at this time of the monotonic clock. */
  hear(socket: number, frame: FrameBytes, atUs: number): void;
  report(open: ReadonlySet<number>): Heard;
}

/** A frame's payload, which is somebody else's memory after the call. */
export interface FrameBytes {
  readonly bytes: Buffer;
  readonly from: number;
  readonly until: number;
}

export type CrowdCommand =
  | { readonly name: "open"; readonly open: OpenCommand }
  | { readonly name: "expect"; readonly expected: unknown }
  | { readonly name: "report" };

/** Commands are answered one by one, in their order. */
export type CrowdAnswer = { readonly report: unknown } | { readonly problem: string };
