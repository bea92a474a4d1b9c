/** Dark text on a white background, readable on any page. */
export const plotConfig = {
  background: "white",
  font: "Helvetica, Arial, sans-serif",
  padding: 12,
  title: { anchor: "start", fontSize: 14, subtitleFontSize: 11, subtitleColor: "#57606a", offset: 10 },
  axis: { labelFontSize: 11, titleFontSize: 11, titleFontWeight: "normal", gridColor: "#e5e7eb", labelLimit: 320 },
  legend: { labelFontSize: 11, labelLimit: 320, columnPadding: 16 },
  view: { stroke: null },
} as const;

/** Colours of the service and of its peers. */
export const ownColor = "#1f77b4";
export const peerColor = "#a9b4c2";
export const roundColor = "#1f2328";
