import type { TemplatedApp, us_listen_socket } from "uWebSockets.js";
import type { Test } from "tap";
import { runAnswersContract } from "./server-answers-contract.ts";
import { runRequestsContract } from "./server-requests-contract.ts";
import { runServerSocketsContract } from "./server-sockets-contract.ts";

export interface Asked {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A body of several parts arrives part by part. */
  readonly body?: string | readonly string[];
  /** The last part is never sent. */
  readonly keepsLast?: boolean;
  /** The client disconnects when this resolves. */
  readonly untilGone?: Promise<void>;
}

export interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A client's socket, and its events: `opened`, `frame …`, `closed …`. */
export interface ClientSocketUnderTest {
  readonly events: readonly string[];
  send(text: string): void;
  leave(): void;
}

/** A server without routes that does not listen yet. */
export interface ServerUnderTest {
  readonly app: TemplatedApp;
  listen(): Promise<us_listen_socket>;
  stopListening(socket: us_listen_socket): void;
  /** Resolves with `null` when the connection ended without a response. */
  ask(asked: Asked): Promise<Answered | null>;
  connect(path: string): ClientSocketUnderTest;
  /** Waits until the condition is true. Throws after one second. */
  until(what: string, isSo: () => boolean): Promise<void>;
}

export interface ServerSubject {
  readonly name: string;
  /** `play` runs a function, and lets time pass until it has settled. */
  open(t: Test): ServerUnderTest & { play(run: () => Promise<void>): Promise<void> };
}

export type ServerTest = (name: string, run: (t: Test, server: ServerUnderTest) => Promise<void>) => void;

/** The behaviour of the server on which `src/edge` relies. */
export function runServerContract(t: Test, subject: ServerSubject): void {
  const test: ServerTest = (name, run) => {
    void t.test(`${subject.name}: ${name}`, async (t) => {
      const { play, ...server } = subject.open(t);
      await play(() => run(t, server));
    });
  };
  runRequestsContract(test);
  runAnswersContract(test);
  runServerSocketsContract(test);
}
