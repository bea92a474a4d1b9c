/** The colours of a chart, as any colour of CSS. */
export interface ChartColors {
  readonly surface: string;
  readonly box: string;
  readonly line: string;
  readonly edge: string;
  readonly text: string;
  readonly muted: string;
  readonly accent: string;
  /** The background of the current state. */
  readonly lit: string;
}

/** The colours of `src/web/shared/ui/tokens.css`, for a picture outside of a page. */
const light: ChartColors = {
  surface: "#fff",
  box: "#f2f2f5",
  line: "#c9c9d2",
  edge: "#85858f",
  text: "#1b1b1f",
  muted: "#5d5d68",
  accent: "#4f46e5",
  lit: "#e9e8fc",
};

const dark: ChartColors = {
  surface: "#1a1a1e",
  box: "#2a2a30",
  line: "#4a4a55",
  edge: "#83838f",
  text: "#f0f0f3",
  muted: "#a9a9b5",
  accent: "#b0b5ff",
  lit: "#34345c",
};

/** The look of a chart: shapes and type. Colours come from `chartColoring`. */
const shapes = `
.chart{font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
.chart text{font-size:12px}
.chart .name{font-size:13px;font-weight:600}
.chart .note{font-size:11px}
.chart .box,.chart .arrow,.chart .rule,.chart .glyph{stroke-width:1.25;fill:none}
.chart .region>.box{stroke-dasharray:6 4}
.chart .any>.box{stroke-dasharray:2 3}
.chart .always .arrow{stroke-dasharray:5 4}
.chart .shared{visibility:hidden}
.chart .is-traced .shared,.chart .is-traced .mark{visibility:visible}
.chart .is-traced .arrow{stroke-width:2.5}
.chart .is-current>.box{stroke-width:2.5}
`;

/** The rules that colour a chart, with its lit states and its traced transitions. */
const chartColoring = ({ surface, box, line, edge, text, muted, accent, lit }: ChartColors): string => `
.chart .paper{fill:${surface}}
.chart text{fill:${text}}
.chart .guard,.chart .muted,.chart .note{fill:${muted}}
.chart .box{stroke:${edge}}
.chart .leaf>.box{fill:${box}}
.chart .rule{stroke:${line}}
.chart .any>.box{stroke:${edge};fill:${surface}}
.chart .arrow,.chart .glyph{stroke:${edge}}
.chart .head,.chart .dot{fill:${edge}}
.chart .halo{stroke:${surface}}
.chart .is-visited>.box{stroke:${accent}}
.chart .is-current>.box{stroke:${accent};fill:${lit}}
.chart .is-current>.name{fill:${accent}}
.chart .is-traced .arrow,.chart .is-traced .glyph{stroke:${accent}}
.chart .is-traced .head,.chart .is-traced .mark{fill:${accent}}
.chart .is-traced .event,.chart .is-traced .guard,.chart .is-traced .muted{fill:${accent}}
`;

const squeeze = (css: string): string => css.replaceAll("\n", "");

/** The differences of a folded chart: names are more important. */
const foldedShapes = squeeze(`
.chart.folded .name{font-size:22px}
.chart.folded text.folded{font-size:14px}
.chart.near .name{font-size:15px}
`);

/** The whole style of a picture outside of a page, light and dark. */
export const chartStyle: string = squeeze(
  `${shapes}${chartColoring(light)}@media (prefers-color-scheme:dark){${chartColoring(dark)}}`,
);

/** The same for a folded chart. */
export const foldedChartStyle: string = chartStyle + foldedShapes;
