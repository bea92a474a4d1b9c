import { Readable } from "node:stream";
import type { Test } from "tap";
import type { Dispatcher, Pool } from "undici";
import { errors } from "undici";
import type { OutsideAnswer } from "../service/network/simulated-network.ts";

export interface OutsideRequestUnderTest {
  readonly method: string;
  /** The path with its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface Asking extends Pick<Pool, "dispatch"> {
  destroy(reason: Error): Promise<void>;
}

export interface OutsideUnderTest {
  /** Connections to a server that runs the last handler of `serve`. */
  readonly pool: Asking;
  /** Connections to an address where nobody listens. */
  readonly refused: Asking;
  serve(take: (request: OutsideRequestUnderTest, answer: (answer: OutsideAnswer) => void) => void): void;
  /** Waits until the condition is true. Throws after one second. */
  until(what: string, isSo: () => boolean): Promise<void>;
}

export interface OutsideSubject {
  readonly name: string;
  /** Runs the body, and lets time pass until it has settled. */
  run(t: Test, body: (outside: OutsideUnderTest) => Promise<void>): Promise<void>;
}

type OutsideTest = (name: string, run: (t: Test, outside: OutsideUnderTest) => Promise<void>) => void;
type Options = Pick<Dispatcher.DispatchOptions, "path"> & Partial<Dispatcher.DispatchOptions>;
type Step = "start" | "status" | "data" | "end";

const ok: OutsideAnswer = { kind: "answer", status: 201, body: "answer", headers: { "X-Up": "A" } };

/** The behaviour of outgoing connections on which the service relies. */
export function runOutsideContract(t: Test, subject: OutsideSubject): void {
  const test: OutsideTest = (name, run) => {
    void t.test(`${subject.name}: ${name}`, (t) => subject.run(t, (outside) => run(t, outside)));
  };
  runSendingContract(test);
  runGivingUpContract(test);
}

function runSendingContract(test: OutsideTest): void {
  test("a response starts, sends its data and ends", async (t, { pool, serve, until }) => {
    serve((_, answer) => answer(ok));
    const asked = ask(pool, { path: "/a" });
    await until("it is over", () => asked.isOver);
    t.strictSame(asked.events, ["start", "status 201 A", "data", "end"]);
    t.equal(asked.body, "answer");
    serve((_, answer) => answer({ kind: "answer", status: 204, body: "" }));
    const empty = ask(pool, { path: "/a" });
    await until("it is over", () => empty.isOver);
    t.strictSame(empty.events, ["start", "status 204 undefined", "end"]);
  });

  test("a request arrives completely, with header names in lower case", async (t, { pool, serve, until }) => {
    const taken: OutsideRequestUnderTest[] = [];
    serve((request, answer) => {
      taken.push(request);
      answer(ok);
    });
    const bodies: readonly (readonly [Exclude<Dispatcher.DispatchOptions["body"], undefined>, string])[] = [
      ["text ä", "text ä"],
      [Buffer.from("bytes ä"), "bytes ä"],
      [Readable.from([Buffer.from("a stre"), Buffer.from("am")]), "a stream"],
      [null, ""],
    ];
    for (const [body, whole] of bodies) {
      const headers = body === null ? { "X-One": "A a", "Content-Type": "b" } : ["X-One", "A a", "Content-Type", "b"];
      const asked = ask(pool, { method: "POST", path: "/a/b?c=%20d", headers, body });
      await until("it is over", () => asked.isOver);
      const request = taken.pop();
      t.match(request, { method: "POST", path: "/a/b?c=%20d", body: whole });
      t.match(request?.headers, { "x-one": "A a", "content-type": "b" });
    }
  });

  test("no request starts if nobody listens at the address", async (t, { refused, until }) => {
    const asked = ask(refused, { path: "/a" });
    await until("it is over", () => asked.isOver);
    t.strictSame(asked.events, ["error ECONNREFUSED"]);
  });

  test("a connection that is closed before a response gives a socket error", async (t, { pool, serve, until }) => {
    serve((_, answer) => answer({ kind: "close" }));
    const asked = ask(pool, { path: "/a" });
    await until("it is over", () => asked.isOver);
    t.strictSame(asked.events, ["start", "error UND_ERR_SOCKET"]);
    t.ok(asked.error instanceof errors.SocketError);
  });

  test("a request that hangs does not delay other requests", async (t, { pool, serve, until }) => {
    serve(({ path }, answer) => answer(path === "/hang" ? { kind: "hang" } : ok));
    const hanging = ask(pool, { path: "/hang" });
    const asked = ask(pool, { path: "/a" });
    await until("the other is over", () => asked.isOver);
    t.strictSame(asked.events.at(-1), "end");
    await until("the first has begun", () => hanging.events.length > 0);
    t.strictSame(hanging.events, ["start"]);
    hanging.abort(new Error("enough"));
  });
}

function runGivingUpContract(test: OutsideTest): void {
  test("a caller that aborts at the start sends nothing", async (t, { pool, serve, until }) => {
    const taken: string[] = [];
    serve(({ path }, answer) => {
      taken.push(path);
      answer(ok);
    });
    const asked = ask(pool, { method: "POST", path: "/given-up", body: "b" }, "start");
    await until("it is over", () => asked.isOver);
    t.strictSame(asked.events, ["start", "error at start", "given up"]);
    const after = ask(pool, { path: "/after" });
    await until("it is over", () => after.isOver);
    t.strictSame(taken, ["/after"]);
  });

  test("a caller that aborts during a response receives nothing more of it", async (t, { pool, serve, until }) => {
    serve((_, answer) => answer(ok));
    const expected = {
      status: ["start", "status 201 A", "error at status", "given up"],
      data: ["start", "status 201 A", "data", "error at data", "given up"],
      end: ["start", "status 201 A", "data", "end", "given up"],
    };
    for (const step of ["status", "data", "end"] as const) {
      const asked = ask(pool, { path: "/a" }, step);
      await until("it is over", () => asked.isOver);
      const after = ask(pool, { path: "/a" });
      await until("the next is over", () => after.isOver);
      t.strictSame(asked.events, expected[step], step);
    }
  });

  test("a waiting caller may abort at any time, once", async (t, { pool, serve, until }) => {
    const answers: ((answer: OutsideAnswer) => void)[] = [];
    serve((_, answer) => void answers.push(answer));
    const asked = ask(pool, { path: "/a" });
    await until("it has come", () => answers.length === 1);
    asked.abort(new Error("too late"));
    asked.abort(new Error("much too late"));
    t.strictSame(asked.events, ["start", "error too late", "given up", "given up"]);
    answers[0]?.(ok);
    serve((_, answer) => answer(ok));
    const after = ask(pool, { path: "/a" });
    await until("the next is over", () => after.isOver);
    t.equal(asked.events.length, 4, "nobody receives the answer");
  });

  test("a destroyed pool fails its running requests with the reason, and accepts no more requests", async (t, {
    pool,
    serve,
    until,
  }) => {
    let taken = 0;
    serve(() => {
      taken += 1;
    });
    const running = ask(pool, { path: "/a" });
    await until("it has come", () => taken === 1);
    await pool.destroy(new Error("shut down"));
    t.strictSame(running.events, ["start", "error shut down"]);
    const late = ask(pool, { path: "/a" });
    await until("it is over", () => late.isOver);
    t.strictSame(late.events, ["error UND_ERR_DESTROYED"]);
    t.equal(taken, 1);
  });
}

interface Asked {
  readonly events: string[];
  readonly body: string;
  readonly error: Error | null;
  readonly isOver: boolean;
  abort(reason: Error): void;
}

/** Sends a request. If `givesUpAt` is given, aborts in this step. */
function ask(pool: Asking, options: Options, givesUpAt?: Step): Asked {
  const events: string[] = [];
  const asked = { events, body: "", error: null as Error | null, isOver: false };
  let controller: Dispatcher.DispatchController | null = null;
  const abort = (reason: Error): void => {
    controller?.abort(reason);
    events.push("given up");
  };
  const note = (step: Step, event: string): void => {
    events.push(event);
    if (step === givesUpAt) abort(new Error(`at ${step}`));
  };
  const handler: Dispatcher.DispatchHandler = {
    onRequestStart(given) {
      controller = given;
      note("start", "start");
    },
    onResponseStart: (_, status, headers) => note("status", `status ${status} ${headers["x-up"]}`),
    onResponseData(_, chunk) {
      asked.body += String(chunk);
      if (!events.includes("data")) note("data", "data");
    },
    onResponseEnd() {
      asked.isOver = true;
      note("end", "end");
    },
    onResponseError(_, error) {
      asked.isOver = true;
      asked.error = error;
      events.push(`error ${Object(error).code ?? error.message}`);
    },
  };
  pool.dispatch({ method: "GET", ...options }, handler);
  return Object.assign(asked, { abort });
}
