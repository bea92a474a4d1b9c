import type { Clock } from "../../ports/clock.ts";

/** One row of a surface's table. */
export interface Check<Scene> {
  /** The rule of the protocol that is broken when this check fails. */
  readonly rule: string;
  /** What the command does. Begins with a verb: "posts a photo". */
  readonly does: string;
  /** What the rule lets expect. */
  readonly expects: string;
  /** No later check can pass if this one fails, so the later ones are not tried. */
  readonly isBasis?: true;
  readonly judge: (scene: Scene) => Promise<Judged>;
}

export type Judged =
  | { readonly outcome: "passed"; readonly note: string | null }
  /** `request`: what was sent when it happened, for a person. It has no secret. */
  | { readonly outcome: "failed"; readonly came: string; readonly request: string }
  | { readonly outcome: "skipped"; readonly reason: string };

export const passed = (note: string | null = null): Judged => ({ outcome: "passed", note });
export const failed = (came: string, request: string): Judged => ({ outcome: "failed", came, request });
export const skipped = (reason: string): Judged => ({ outcome: "skipped", reason });

export interface Finding {
  readonly rule: string;
  readonly does: string;
  readonly expects: string;
  readonly judged: Judged;
  readonly durationMs: number;
}

/** Tries the checks one after another, in order. Stops between two checks when `signal` is aborted. `tell` gets each finding at once. */
export async function runChecks<Scene>(
  checks: readonly Check<Scene>[],
  scene: Scene,
  {
    signal,
    clock,
    tell,
  }: { readonly signal: AbortSignal; readonly clock: Clock; readonly tell: (finding: Finding) => void },
): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  let broken: string | null = null;
  for (const { judge, isBasis = false, ...said } of checks) {
    if (signal.aborted) break;
    const startedAtMs = clock.nowMs();
    const judged =
      broken === null ? await judge(scene) : skipped(`not tried, because ${broken} failed and everything needs it`);
    if (signal.aborted) break;
    if (isBasis && judged.outcome === "failed") broken = said.rule;
    const finding = { ...said, judged, durationMs: clock.nowMs() - startedAtMs };
    findings.push(finding);
    tell(finding);
  }
  return findings;
}

/** Judges several outcomes as one: the first that did not pass, else the first. */
export const worst = (all: readonly Judged[]): Judged =>
  all.find(({ outcome }) => outcome === "failed") ??
  all.find(({ outcome }) => outcome === "skipped") ??
  all[0] ??
  skipped("nothing was tried");
