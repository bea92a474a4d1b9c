import type { VisitorChat } from "../../../codec/visitor/visitor.ts";
import { createTimer } from "../../shared/live/timer.ts";
import type { Bridge } from "../bridge.types.ts";
import type { Environment } from "./environment.types.ts";
import type { LocalReason } from "./model.types.ts";
import { parse } from "./visitor/storage.ts";
import type { Slot } from "./visitor/visitor.ts";

type Call = VisitorChat["call"];

/** The calls that this tab requests, one at a time. Source: WJ-38, WJ-39. */
export interface Calls {
  /**
   * Returns false while another request is in progress. `last` is the visitor's last call; `done` receives why the call did not
   * begin, or `null`.
   */
  ask(last: Call, done: (reason: string | null) => void): boolean;
  /** Takes the service's response; `lost` means that none will arrive, so that only the chat shows the outcome. */
  answered(reason: string | LocalReason | null): void;
  /** Takes the visitor's last call, each time the service sends it. */
  look(call: Call): void;
  /** The link is live: the service will soon send the calls that have begun. */
  resume(): void;
  stop(): void;
}

/** The state that survives a reload. Each value is the id of the visitor's last call before the requested call, `""` for none. */
interface Kept {
  readonly asked?: string;
  readonly begun?: string;
}

const answeredWithinMs = 10_000;

export function createCalls(kept: Slot, environment: Environment, fire: Bridge["fire"]): Calls {
  const timer = createTimer(environment);
  let state: Kept = parse(kept.read(), {});
  let isUnanswered = state.asked !== undefined;
  let last: Call = null;
  let done = (_reason: string | null): void => undefined;
  const keep = (next: Kept): void => {
    state = next;
    kept.write(environment.toJson(next));
  };
  const isNew = (before: string | undefined): boolean =>
    before !== undefined && last?.type === "callback" && last.id !== before;
  const began = (): void => {
    keep(state.asked === undefined ? {} : { begun: state.asked });
    fire("svc_onCallStart");
    finish(null);
  };
  const failed = (reason: string): void => {
    keep(state.begun === undefined ? {} : { begun: state.begun });
    finish(reason);
  };
  const finish = (reason: string | null): void => {
    isUnanswered = false;
    timer.stop();
    done(reason);
    look(last);
  };
  const look = (call: Call): void => {
    last = call;
    if (isUnanswered && isNew(state.asked)) began();
    if (!isNew(state.begun) || (call?.status !== "end" && call?.status !== "error")) return;
    keep(state.asked === undefined ? {} : { asked: state.asked });
    if (call.status === "end") fire("svc_onCallEnd", { result: "ok" });
    else fire("svc_onCallEnd", { result: "fail", reason: call.reason ?? "No reason was given." });
  };
  return {
    ask(before, asker) {
      if (state.asked !== undefined) return false;
      done = asker;
      keep({ ...state, asked: before?.id ?? "" });
      return true;
    },
    answered(reason) {
      if (reason === "lost") isUnanswered = true;
      else if (reason === null) began();
      else failed(reason);
    },
    look,
    resume() {
      if (isUnanswered) timer.set(answeredWithinMs, () => failed("lost" satisfies LocalReason));
    },
    stop: timer.stop,
  };
}
