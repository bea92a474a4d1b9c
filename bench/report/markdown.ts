import type { Cells } from "../load/figures/table.ts";
import { figureRows, verdictRows } from "../load/figures/table.ts";
import { budgetRows, describeSharedCore } from "../load/profile/budget.ts";
import type { Profiled } from "../load/profile/profile.ts";
import { describeMoves, machineRows } from "../load/service/machine-moved.ts";
import type { Check, Verdict } from "../scenarios/scenario.types.ts";
import type { JoinedFigures, Part, ReportedScenario } from "./join-figures.ts";
import type { DrawnPlot } from "./plot-files.ts";

/** Escapes text so that it is shown unchanged. Source: CommonMark, backslash escapes; GFM, tables. */
const escapeMarkdown = (text: string): string => text.replace(/[\\`*_{}[\]<>|#~]/g, "\\$&").replace(/\s*\n\s*/g, " ");

/** The heading is the first row. The first `leftColumns` are aligned left, the other columns right. */
function markdownTable([heading = [], ...rows]: readonly Cells[], leftColumns = 1): string {
  const line = (cells: Cells): string => `| ${cells.map(escapeMarkdown).join(" | ")} |`;
  const rule = heading.map((_, at) => (at < leftColumns ? "---" : "---:"));
  return [line(heading), `| ${rule.join(" | ")} |`, ...rows.map(line)].join("\n");
}

/** Returns the report, with pictures of these plots. */
export function renderReport({ parts, scenarios }: JoinedFigures, plots: readonly DrawnPlot[]): string {
  const areSeveral = parts.length > 1;
  const blocks = [
    "# Bench report",
    "Made by `npm run bench -- --report`, or of the figures of earlier runs by `npm run bench -- report FILE...`. What each scenario measures and against what " +
      "stands in [bench/README.md](../README.md). Values are medians over the rounds, `max` and RSS the worst.",
    renderSummary(scenarios),
    ...parts.flatMap((part) => renderMachine(part, areSeveral)),
    ...scenarios.flatMap((scenario) => renderScenario(scenario, plots, areSeveral)),
  ];
  return `${blocks.join("\n\n")}\n`;
}

/** Lists every target, and every check that found a mistake. */
function renderSummary(scenarios: readonly ReportedScenario[]): string {
  const rows = scenarios.flatMap(({ name, result: { verdicts, checks } }) => [
    ...verdicts
      .filter(({ isMet }) => isMet !== null)
      .map((verdict) => [name, verdict.name, verdict.target, verdict.measured, metOf(verdict)]),
    ...checks
      .filter(({ mistakes }) => mistakes.length > 0)
      .map((check) => [name, check.name, "nothing wrong", `${check.mistakes.length} mistakes`, "WRONG"]),
  ]);
  const missed = rows.filter((row) => row.at(-1) === "MISSED").length;
  const wrong = rows.filter((row) => row.at(-1) === "WRONG").length;
  const counts = `${rows.length - wrong} targets, ${missed} missed; checks that found something wrong: ${wrong}.`;
  return `## Summary\n\n${counts}\n\n${markdownTable([["scenario", "what", "target", "measured", "outcome"], ...rows], 5)}`;
}

const metOf = ({ isMet }: Verdict): string => (isMet === true ? "met" : "MISSED");

function renderMachine(part: Part, areSeveral: boolean): readonly string[] {
  const { machineBefore, machineAfter, number, scenarios } = part;
  return [
    `## The machine${areSeveral ? ` of part ${number}: ${scenarios.join(", ")}` : ""}`,
    markdownTable(factRows(part), 2),
    sentence(describeMoves(machineBefore, machineAfter)),
    markdownTable(machineRows(machineBefore, machineAfter)),
  ];
}

function factRows({ machine, machineBefore, versions, options, startedAt }: Part): readonly Cells[] {
  const { commit, node } = versions;
  return [
    ["", ""],
    ["processor", `${machine.cpu}, ${machine.cores} cores`],
    ["memory", `${machine.memoryMib} MiB`],
    ["kernel", machine.kernel],
    ["fdatasync", `${machineBefore.fdatasyncMs.toFixed(2)} ms`],
    ["Node", node],
    ["commit", describeCommit(commit)],
    ["date", startedAt],
    ["options", describeOptions(options)],
  ];
}

function describeCommit(commit: string | null): string {
  if (commit === null) return "unknown: no checkout";
  const clean = commit.replace(/-dirty$/, "");
  return clean === commit ? `${clean}, nothing changed` : `${clean}, with changes that are not committed`;
}

const notOfMeasuring = ["only", "json", "report", "profile"];

const describeOptions = (options: Readonly<Record<string, unknown>>): string =>
  Object.entries(options)
    .filter(([key, value]) => !notOfMeasuring.includes(key) && value !== "")
    .map(([key, value]) => `${key} ${value}`)
    .join(", ");

function renderScenario(
  { name, result, part }: ReportedScenario,
  plots: readonly DrawnPlot[],
  areSeveral: boolean,
): readonly string[] {
  const pictures = plots.filter(({ scenario }) => scenario === name);
  return [
    `## ${name}`,
    `${escapeMarkdown(result.title)}.${areSeveral ? ` Measured in part ${part}.` : ""}`,
    markdownTable(figureRows(result)),
    ...(result.verdicts.length > 0 ? [markdownTable(verdictRows(result.verdicts))] : []),
    ...(result.checks.length > 0 ? [result.checks.map(renderCheck).join("\n")] : []),
    ...pictures.filter(({ profiled }) => profiled === undefined).map(renderPicture),
    ...result.profile.flatMap((profiled) => renderProfile(profiled, pictures)),
  ];
}

const renderCheck = ({ name, detail, mistakes }: Check): string =>
  [
    `- ${escapeMarkdown(name)}: ${mistakes.length === 0 ? "ok" : "**WRONG**"}, ${escapeMarkdown(detail)}`,
    ...mistakes.map((mistake) => `  - ${escapeMarkdown(mistake)}`),
  ].join("\n");

const renderProfile = ({ name, budget }: Profiled, pictures: readonly DrawnPlot[]): readonly string[] => [
  `### ${escapeMarkdown(name)}, under the profiler`,
  `The budget of a request, in microseconds of the main thread over ${budget.requests} requests; what the kernel counted for each group of threads stands below it.`,
  markdownTable(budgetRows(budget)),
  ...(describeSharedCore(budget) === "" ? [] : [sentence(describeSharedCore(budget))]),
  ...pictures.filter(({ profiled }) => profiled === name).map(renderPicture),
];

const renderPicture = ({ file, title }: DrawnPlot): string => `![${escapeMarkdown(title)}](${encodeURI(file)})`;

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
