import { createHash } from "node:crypto";
import type { PeerRequest } from "../../../../src/demo/cast/peer.ts";
import { servePeer } from "../../../../src/demo/cast/peer.ts";
import type { Clock } from "../../../../src/ports/clock.ts";
import type { Ending } from "../../../harness/temporary-folder.ts";

/** How the server treats an event: it cuts the connection, does not answer, or answers with this status; 503 with `Retry-After`. */
export type Manner = "cut" | "hangs" | 500 | 503 | "takes";

/** One request that it received; never removed. */
export interface Arrival {
  readonly id: string;
  readonly attempt: number;
  readonly digest: string;
}

/** The server of a channel's owner, over real HTTP. The test decides what it does with the events. */
export interface OwnersServer {
  readonly url: string;
  readonly arrivals: readonly Arrival[];
  /** Returns whether the server has this attempt and will never answer it. */
  isHolding(id: string, attempt: number): boolean;
}

/** Longer than the first pauses of the schedule, shorter than the last. Source: WH-36, WH-37. */
const retryAfterMs = 3 * 3_600_000;

export const digestOf = (body: Uint8Array): string => createHash("sha256").update(body).digest("base64");

export async function startOwnersServer(
  t: Ending,
  clock: Pick<Clock, "nowMs">,
  mannerNow: () => Manner,
): Promise<OwnersServer> {
  const arrivals: Arrival[] = [];
  const held = new Set<string>();
  const keyOf = ({ headers }: PeerRequest): string => `${headers["webhook-id"]}/${headers["webhook-attempt"]}`;
  const origin = await servePeer(t, {
    paths: /^\/hook$/,
    take(request) {
      const [id = "", attempt] = keyOf(request).split("/");
      arrivals.push({ id, attempt: Number(attempt), digest: digestOf(Buffer.from(request.body)) });
      const manner = mannerNow();
      if (manner === "hangs") held.add(keyOf(request));
      if (typeof manner === "string") return answers[manner];
      return manner === 500
        ? { status: 500 }
        : { status: 503, headers: { "retry-after": retryAfterHeader(arrivals.length, clock) } };
    },
    answered: (request) => held.delete(keyOf(request)),
  });
  return { url: `${origin}/hook`, arrivals, isHolding: (id, attempt) => held.has(`${id}/${attempt}`) };
}

const answers = { cut: "close", hangs: "hang", takes: "ok" } as const;

/** The header is in seconds and a date in turn. Source: RFC 9110, 10.2.3. */
const retryAfterHeader = (turn: number, clock: Pick<Clock, "nowMs">): string =>
  turn % 2 === 0 ? String(retryAfterMs / 1_000) : new Date(clock.nowMs() + retryAfterMs).toUTCString();
