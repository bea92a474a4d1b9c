import type { Result } from "../../../src/core/result.ts";
import { fail, ok } from "../../../src/core/result.ts";
import { createRateLimiter } from "../../../src/edge/limits/rate-limiter.ts";
import { closeCodes } from "../../../src/edge/sockets/close-codes.ts";
import type { LiveLink } from "../../../src/edge/sockets/live-link.ts";
import type { SocketKind } from "../../../src/edge/sockets/socket-kind.ts";
import type { Clock } from "../../../src/ports/clock.ts";

/** The smallest kind that uses all parts of the hub: a peer that names itself can request texts. */
export interface ToyHello {
  readonly type: "hello";
  readonly who: string;
}
export interface ToyEcho {
  readonly type: "echo";
  readonly text: string;
}
export interface ToySession {
  readonly name: "live";
  readonly who: string;
}
export interface ToyUpgrade {
  readonly group: string;
}
export type ToyLink = LiveLink<ToyUpgrade, ToySession>;
type ToyKind = SocketKind<ToyUpgrade, ToySession, ToyHello, ToyEcho>;

export const toyLimits = {
  ...{ frameBytesMax: 256, waitingBytesMax: 4 * 1024 * 1024, silenceMs: 10_000, helloMs: 5_000, socketsMax: 3 },
  ...{ groupBytesMax: 2 * 1024 * 1024, idleMs: 8_000, framesBurst: 3 },
};

export interface Toy {
  readonly kind: ToyKind;
  /** The events of its links, in order. */
  readonly steps: readonly string[];
}

/** `changes` replaces fields of the kind. */
export function createToy(clock: Clock, changes: Partial<ToyKind> = {}): Toy {
  const steps: string[] = [];
  let opened = 0;
  const limiter = createRateLimiter({ perSecond: 1, burst: toyLimits.framesBurst, bucketsMax: 10, clock });
  const kind: ToyKind = {
    path: "/ws/toy",
    idMark: "t",
    frameBytesMax: toyLimits.frameBytesMax,
    waitingBytesMax: toyLimits.waitingBytesMax,
    silenceMs: toyLimits.silenceMs,
    backlog: {
      groupOf: (link) => link.upgrade.group,
      groupBytesMax: toyLimits.groupBytesMax,
      idleMs: toyLimits.idleMs,
      onDrop: (reason) => void steps.push(`drop: ${reason}`),
    },
    rate: {
      take: ({ who }) => limiter.take(who),
      refuse: (link, { text }, waitSeconds) => link.send(`${text}: wait ${waitSeconds}`),
    },
    entry: {
      by: "hello",
      withinMs: toyLimits.helloMs,
      secondHello: "hello was said",
      greet: (link, hello) => () => beginToy(link, hello),
    },
    admit(exchange) {
      const group = exchange.query("group") ?? "";
      if (group !== "barred") return { group };
      exchange.answerCode("not_found");
      return null;
    },
    refuseRoom() {
      opened += 1;
      return opened > toyLimits.socketsMax ? { code: closeCodes.tryAgainLater, reason: "no room" } : null;
    },
    mayStay: null,
    parse: parseToyFrame,
    onMistake: (link, message) => link.end(closeCodes.badFrame, message),
    take(link, { who }, { text }, frameBytes) {
      if (text === "defect") throw new Error("in take");
      link.send(`${who} ${text} ${frameBytes}`);
    },
    onTaken: null,
    onClosed(link, last) {
      opened -= 1;
      steps.push(`closed ${link.id} ${last === null ? "without a session" : `of ${last.who}`}`);
    },
    ...changes,
  };
  return { kind, steps };
}

/** Gives the link its session, or ends the link. */
export function beginToy(link: ToyLink, { who }: ToyHello): void {
  if (who === "nobody") {
    link.end(closeCodes.badToken, "nobody may not");
    return;
  }
  link.become({ name: "live", who });
  link.send(`ready ${link.id}`);
}

function parseToyFrame(bytes: Uint8Array): Result<ToyHello | ToyEcho> {
  const [type, rest = ""] = Buffer.from(bytes).toString().split(" ", 2);
  if (type === "hello") return ok({ type, who: rest });
  return type === "echo" ? ok({ type, text: rest }) : fail("invalid_request", `no frame: ${type}`);
}
