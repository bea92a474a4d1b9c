import { createTimer } from "../../../shared/live/timer.ts";
import type { InvitationRule } from "../../bridge.types.ts";
import type { Environment } from "../environment.types.ts";

/** Shows invitations when their conditions are met. Source: WJ-22. */
export interface InvitationRules {
  /** Replaces the earlier rules; an invitation that was shown on this page is not shown again. */
  set(rules: readonly InvitationRule[]): void;
  /** Call this after a change that the rules depend on. */
  look(): void;
  /** Call this when the page has another address: its seconds start again from zero. */
  moved(): void;
  stop(): void;
}

const everyMs = 1_000;

export function createInvitationRules({
  environment,
  visits,
  isTime,
  invite,
}: {
  readonly environment: Environment;
  readonly visits: number;
  /** Returns true while agents are available and no chat is open. */
  isTime(): boolean;
  invite(rule: InvitationRule): void;
}): InvitationRules {
  const timer = createTimer(environment);
  const shown = new Set<string>();
  let rules: readonly InvitationRule[] = [];
  let sinceMs = environment.nowMs();
  const holds = (rule: InvitationRule): boolean =>
    visits >= rule.visits &&
    environment.nowMs() - sinceMs >= rule.secondsOnPage * 1000 &&
    environment.page().url.includes(rule.urlContains);
  const look = (): void => {
    const left = rules.filter((rule) => !shown.has(environment.toJson(rule)));
    const next = isTime() ? left.find(holds) : undefined;
    if (left.length > 0) timer.set(everyMs, look);
    if (next === undefined) return;
    shown.add(environment.toJson(next));
    invite(next);
  };
  return {
    set(given) {
      rules = given;
      look();
    },
    look,
    moved() {
      sinceMs = environment.nowMs();
      look();
    },
    stop: timer.stop,
  };
}
