const svgNamespace = "http://www.w3.org/2000/svg";

/** What the page does with its own sheet: where the actor is, where it was, how it came there. In the light. */
const litStyle = `
.is-visited>rect{stroke:#4338ca}
.is-current>rect{fill:#4f46e5;stroke:#4f46e5}
.is-current>text{fill:#fff;font-weight:600}
.is-traced path{stroke:#4338ca;stroke-width:2.5}
.is-traced text{fill:#4338ca;font-weight:600}
`;

/**
 * A chart that is on the page as a file that stands alone: lit as it is now, with the style of its own file, which the page takes out. What only the
 * page needs of it is left behind.
 */
export function chartPicture(chart: SVGSVGElement, style: string): string {
  const copy = chart.cloneNode(true) as SVGSVGElement;
  for (const element of [copy, ...copy.querySelectorAll("*")]) {
    for (const name of pageOnly) element.removeAttribute(name);
  }
  for (const old of copy.querySelectorAll("style, script")) old.remove();
  // It is in no document, so that the page's policy has no say in it.
  const sheet = document.createElementNS(svgNamespace, "style");
  sheet.textContent = `${style}${litStyle}`;
  copy.prepend(sheet);
  const { width, height } = copy.viewBox.baseVal;
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  return `${new XMLSerializer().serializeToString(copy)}\n`;
}

const pageOnly = ["tabindex", "style", "aria-describedby", "aria-labelledby"];

/** The style inside the file of a chart; empty when there is none. */
export function readChartStyle(hash: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("GET", `/api/inspect/charts/${encodeURIComponent(hash)}`);
    request.responseType = "document";
    request.onload = () => {
      const style = request.responseXML?.querySelector("style");
      if (request.status === 200) resolve(style?.textContent ?? "");
      else reject(new Error(`The service answered ${request.status} to the question for the chart.`));
    };
    request.onerror = () => reject(new Error("The service could not be reached."));
    request.send();
  });
}
