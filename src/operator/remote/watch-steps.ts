import type { Static } from "typebox";
import type { inspectedStepSchema } from "../../codec/inspect/inspect-schemas.ts";
import { parseJson } from "../../codec/json/json.ts";
import { fieldOf } from "../../codec/json/json-values.ts";
import type { Result } from "../../core/result.ts";
import { fail, ok } from "../../core/result.ts";
import type { Clock } from "../../ports/clock.ts";
import type { RemoteService } from "./service.ts";
import { callService } from "./service.ts";

/** One step of an actor, as the inspector shows it. */
export type WatchedStep = Static<typeof inspectedStepSchema>;

export interface Watch {
  /** Addresses such as `chat/17/*`, or `*`. */
  readonly keys: readonly string[];
  readonly onStep: (step: WatchedStep) => void;
  /** Something that the person who watches should know. */
  readonly say: (text: string) => void;
  readonly signal: AbortSignal;
  readonly clock: Clock;
}

const pauseMs = 1_000;
const badToken = 4401;

/**
 * Shows each step until `signal` is aborted. After a lost connection it comes back, and continues after the last frame. The service does not
 * keep steps that nobody watches, so some can be missing then. Fails when the service refuses the key, and when it cannot be reached at the
 * start. Source: AUTH-16.
 */
export async function watchSteps(service: RemoteService, watch: Watch): Promise<Result<void>> {
  const { say, signal } = watch;
  let since: string | null = null;
  for (let isFirst = true; !signal.aborted; isFirst = false) {
    // A socket does not show the program why it was refused. This call needs the same scope.
    const admitted = await callService(service, "GET", "/api/inspect/actors?limit=1", signal);
    if (signal.aborted) break;
    if (admitted.ok) {
      const ended = await watchOnce(service, watch, { since, isAgain: !isFirst });
      since = ended.lastId ?? since;
      if (ended.refusal !== null) return fail("invalid_request", ended.refusal);
      if (ended.code === badToken) return fail("unauthorized", ended.reason);
      if (!signal.aborted) say(`The connection was lost${ended.reason === "" ? "" : `: ${ended.reason}`}.`);
    } else if (isFirst || admitted.failure.code === "access_denied") return admitted;
    await pause(watch);
  }
  return ok(undefined);
}

interface Ended {
  readonly code: number;
  readonly reason: string;
  readonly lastId: string | null;
  /** Why the service does not show what was asked for. */
  readonly refusal: string | null;
}

/** The socket of Node.js takes headers, which its browser type does not name. */
type HeadedSocket = new (url: string, options: { readonly headers: Readonly<Record<string, string>> }) => WebSocket;

const connected = (isAgain: boolean): string =>
  isAgain ? "Connected again. Steps of the time between can be missing." : "Connected. Ctrl-C ends it.";

function watchOnce(
  { url, key }: RemoteService,
  watch: Watch,
  { since, isAgain }: { readonly since: string | null; readonly isAgain: boolean },
): Promise<Ended> {
  return new Promise((resolve) => {
    const Socket = WebSocket as unknown as HeadedSocket;
    const socket = new Socket(`${url.replace(/^http/, "ws")}/ws/inspect`, {
      headers: { Authorization: `Bearer ${key}` },
    });
    let lastId: string | null = null;
    let refusal: string | null = null;
    const leave = (): void => socket.close();
    watch.signal.addEventListener("abort", leave);
    socket.addEventListener("open", () => {
      socket.send(JSON.stringify({ type: "watch", watch: watch.keys, ...(since !== null && { since }) }));
      // Its answer comes when the keys are watched.
      socket.send(JSON.stringify({ type: "beat" }));
    });
    socket.addEventListener("message", ({ data }) => {
      if (refusal !== null) return;
      const frame = parseJson(String(data));
      if (fieldOf(frame, "type") === "beat") watch.say(connected(isAgain));
      lastId = take(watch, frame) ?? lastId;
      if (fieldOf(frame, "type") !== "error") return;
      refusal = String(fieldOf(frame, "message"));
      leave();
    });
    // An error is always followed by the close.
    socket.addEventListener("close", ({ code, reason }) => {
      watch.signal.removeEventListener("abort", leave);
      resolve({ code, reason, lastId, refusal });
    });
  });
}

/** Returns the id of the frame, after which a later socket can continue. */
function take({ onStep, say }: Watch, frame: unknown): string | null {
  const type = fieldOf(frame, "type");
  const step = fieldOf(frame, "parley");
  // The service checks its frames when it makes them.
  if (type === "@xstate.snapshot" && step !== undefined) onStep(step as WatchedStep);
  if (type === "parley.gap") say(`At least ${fieldOf(frame, "missed")} steps are missing here.`);
  const id = fieldOf(frame, "id");
  return typeof id === "string" ? id : null;
}

const pause = ({ signal, clock }: Watch): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const wake = clock.wakeAt(clock.nowMs() + pauseMs, end);
    function end(): void {
      wake.cancel();
      signal.removeEventListener("abort", end);
      resolve();
    }
    signal.addEventListener("abort", end);
  });
