/** The kind of clients that the sockets of a crowd imitate. */
export type CrowdKind = "desks" | "pages";

export interface OpenCommand {
  readonly url: string;
  readonly path: string;
  readonly count: number;
  /** Socket n sends hello n; after the last hello the list starts again. */
  readonly hellos: readonly string[];
  /** Loopback addresses of the clients. Socket n uses address n; after the last address the list starts again. */
  readonly addresses: readonly string[];
}

/** The messages that desks receive from now on. */
export interface ExpectedRun {
  readonly run: number;
  /** A time of the monotonic clock. */
  readonly startUs: number;
  readonly perSecond: number;
  readonly senders: number;
}

/** The mode that pages receive from now on. */
export interface ExpectedMode {
  readonly mode: "online" | "offline";
  readonly startUs: number;
}

export interface Times {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

/** What desks received since the run was expected. */
export interface DeskHeard extends Times {
  readonly frames: number;
  /** The fewest and the most messages that an open desk received; `Infinity` and 0 when none is open. */
  readonly toldMin: number;
  readonly toldMax: number;
  /** Frames that were parsed completely. */
  readonly parsed: number;
  readonly resyncs: number;
  /** A time of the monotonic clock. */
  readonly lastAtUs: number;
  /** Gaps, duplicates, wrong order: the first sentences, and how many there were. */
  readonly mistakes: readonly string[];
  readonly mistaken: number;
}

/** What pages received since the mode was expected. */
export interface PagesHeard extends Times {
  readonly told: number;
}

/** Sockets that the server closed, and the reason of the first one. */
export interface Closed {
  readonly closed: number;
  readonly closedWhy: string;
}

/** Evaluates the frames of one kind of crowd. */
export interface Listener<Expected, Heard> {
  expect(expected: Expected): void;
  /** Takes one text frame of a socket, received at this time of the monotonic clock. */
  hear(socket: number, frame: FrameBytes, atUs: number): void;
  report(open: ReadonlySet<number>): Heard;
}

/** The payload of a frame. Its memory is reused after the call. */
export interface FrameBytes {
  readonly bytes: Buffer;
  readonly from: number;
  readonly until: number;
}

export type CrowdCommand =
  | { readonly name: "open"; readonly open: OpenCommand }
  | { readonly name: "expect"; readonly expected: unknown }
  | { readonly name: "report" };

/** Commands are answered one at a time, in order. */
export type CrowdAnswer = { readonly report: unknown } | { readonly problem: string };
