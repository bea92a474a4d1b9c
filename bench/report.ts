import type { Cells } from "./load/figures/table.ts";
import { figureRows, verdictRows } from "./load/figures/table.ts";
import { budgetRows, describeSharedCore } from "./load/profile/budget.ts";
import type { Profiled } from "./load/profile/profile.ts";
import type { MachineFacts, MachineState, Versions } from "./load/service/machine.ts";
import { describeMoves, machineRows } from "./load/service/machine.ts";
import type { Check, ScenarioResult, Verdict } from "./scenarios/scenario.types.ts";

/** The figures of one run, as its file has them. */
export interface RunFigures {
  readonly startedAt: Date;
  readonly machine: MachineFacts;
  readonly machineBefore: MachineState;
  readonly machineAfter: MachineState;
  readonly versions: Versions;
  readonly options: object;
  readonly results: Readonly<Partial<Record<string, ScenarioResult>>>;
  /** The scenarios that could not be measured, each with the reason. */
  readonly failed: Readonly<Partial<Record<string, string>>>;
}

/** Returns why these versions cannot be reported: a report is of one commit, which anyone can measure again. `null`: nothing is in the way. */
export function whyNotReported({ commit }: Pick<Versions, "commit">): string | null {
  if (commit === null) return "--report needs a checkout of git, because a report names its commit";
  if (!commit.endsWith("-dirty")) return null;
  return `--report measures one commit, but this checkout has changes beside ${commit.replace(/-dirty$/, "")}: commit them first`;
}

/** Escapes text so that it is shown unchanged. Source: CommonMark, backslash escapes; GFM, tables. */
const escapeMarkdown = (text: string): string => text.replace(/[\\`*_{}[\]<>|#~]/g, "\\$&").replace(/\s*\n\s*/g, " ");

/** The heading is the first row. The first `leftColumns` are aligned left, the other columns right. */
function markdownTable([heading = [], ...rows]: readonly Cells[], leftColumns = 1): string {
  const line = (cells: Cells): string => `| ${cells.map(escapeMarkdown).join(" | ")} |`;
  const rule = heading.map((_, at) => (at < leftColumns ? "---" : "---:"));
  return [line(heading), `| ${rule.join(" | ")} |`, ...rows.map(line)].join("\n");
}

/** Returns a run as a page of Markdown. */
export function renderReport(run: RunFigures): string {
  const blocks = [
    "# Bench report",
    "Made by `npm run bench -- --report`: one run of one commit. What each scenario measures and against what stands in [bench/README.md](../README.md). " +
      "Values are medians over the rounds, `max` and RSS the worst.",
    ...summaryOf(run),
    "## The machine",
    markdownTable(factRows(run), 2),
    sentence(describeMoves(run.machineBefore, run.machineAfter)),
    markdownTable(machineRows(run.machineBefore, run.machineAfter)),
    ...measuredIn(run).flatMap(([name, result]) => renderScenario(name, result)),
  ];
  return `${blocks.join("\n\n")}\n`;
}

const measuredIn = ({ results }: RunFigures): readonly (readonly [string, ScenarioResult])[] =>
  Object.entries(results).flatMap(([name, result]) => (result === undefined ? [] : [[name, result] as const]));

/**
 * Lists every target, every check that found a mistake, and every scenario that could not be measured. A scenario that meets all of its
 * targets is one line.
 */
function summaryOf(run: RunFigures): readonly string[] {
  const measured = measuredIn(run);
  const targets = measured.flatMap(([, { verdicts }]) => verdicts.filter(({ isMet }) => isMet !== null));
  const missed = targets.filter(({ isMet }) => isMet === false).length;
  const wrong = measured.flatMap(([, { checks }]) => checks.filter(({ mistakes }) => mistakes.length > 0)).length;
  const rows = measured.flatMap(([name, result]) => summaryRows(name, result));
  return [
    "## Summary",
    `${targets.length} targets, ${missed} missed; checks that found something wrong: ${wrong}.`,
    markdownTable([["scenario", "what", "target", "measured", "outcome"], ...rows], 5),
    ...Object.entries(run.failed).map(
      ([name, reason = ""]) => `Not measured: ${escapeMarkdown(`${name}, because ${reason}`)}`,
    ),
  ];
}

function summaryRows(name: string, { verdicts, checks }: ScenarioResult): readonly Cells[] {
  const judged = verdicts.filter(({ isMet }) => isMet !== null);
  const isOneLine = judged.length > 1 && judged.every(({ isMet }) => isMet === true);
  const targets = isOneLine
    ? [[name, `all ${judged.length} targets`, "", "", "met"]]
    : judged.map((verdict) => [name, verdict.name, verdict.target, verdict.measured, metOf(verdict)]);
  const mistakes = checks
    .filter((check) => check.mistakes.length > 0)
    .map((check) => [name, check.name, "nothing wrong", `${check.mistakes.length} mistakes`, "WRONG"]);
  return [...targets, ...mistakes];
}

const metOf = ({ isMet }: Verdict): string => (isMet === true ? "met" : "MISSED");

function factRows({ machine, machineBefore, versions, options, startedAt }: RunFigures): readonly Cells[] {
  return [
    ["", ""],
    ["processor", `${machine.cpu}, ${machine.cores} cores`],
    ["memory", `${machine.memoryMib} MiB`],
    ["kernel", machine.kernel],
    ["fdatasync", `${machineBefore.fdatasyncMs.toFixed(2)} ms`],
    ["Node of all contestants", versions.node],
    ["commit", versions.commit ?? "unknown"],
    ["date", startedAt.toISOString()],
    ["options", describeOptions(options)],
  ];
}

const notOfMeasuring = ["only", "json", "report", "profile"];

const describeOptions = (options: object): string =>
  Object.entries(options)
    .filter(([key, value]) => !notOfMeasuring.includes(key) && value !== "")
    .map(([key, value]) => `${key} ${value}`)
    .join(", ");

const renderScenario = (name: string, result: ScenarioResult): readonly string[] => [
  `## ${name}`,
  `${escapeMarkdown(result.title)}.`,
  markdownTable(figureRows(result)),
  ...(result.verdicts.length > 0 ? [markdownTable(verdictRows(result.verdicts))] : []),
  ...(result.checks.length > 0 ? [result.checks.map(renderCheck).join("\n")] : []),
  ...result.profile.flatMap(renderProfile),
];

const renderCheck = ({ name, detail, mistakes }: Check): string =>
  [
    `- ${escapeMarkdown(name)}: ${mistakes.length === 0 ? "ok" : "**WRONG**"}, ${escapeMarkdown(detail)}`,
    ...mistakes.map((mistake) => `  - ${escapeMarkdown(mistake)}`),
  ].join("\n");

const renderProfile = ({ name, budget }: Profiled): readonly string[] => [
  `### ${escapeMarkdown(name)}, under the profiler`,
  `The budget of a request, in microseconds of the main thread over ${budget.requests} requests; what the kernel counted for each group of threads stands below it.`,
  markdownTable(budgetRows(budget)),
  ...(describeSharedCore(budget) === "" ? [] : [sentence(describeSharedCore(budget))]),
];

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
