/**
 * The chart on the page as a self-contained file: with its current highlights, and with the size and style of the chart's
 * own file, because the page replaces both.
 */
export function chartPicture(shown: SVGSVGElement, file: Element): string {
  // The copy is in no document, so that the page's policy does not apply to its style.
  const picture = shown.cloneNode(true) as SVGSVGElement;
  for (const left of picture.querySelectorAll("style, script")) left.remove();
  for (const name of ["style", "aria-hidden", "tabindex"]) picture.removeAttribute(name);
  // These elements make the states of a folded chart buttons.
  for (const part of picture.querySelectorAll("[data-unfolds]")) part.remove();
  for (const name of ["viewBox", "width", "height", "role"]) {
    const value = file.getAttribute(name);
    if (value !== null) picture.setAttribute(name, value);
  }
  const style = file.querySelector("style");
  if (style !== null) picture.prepend(style.cloneNode(true));
  return `${new XMLSerializer().serializeToString(picture)}\n`;
}

/** Resolves to the service's chart with its style; rejects with words for people. */
export function readChartFile(hash: string): Promise<Element> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("GET", `/api/inspect/charts/${encodeURIComponent(hash)}`);
    request.responseType = "document";
    request.onerror = () => reject(new Error("The service could not be reached."));
    request.onload = () => {
      const file = request.responseXML?.documentElement;
      if (request.status === 200 && file?.localName === "svg") resolve(file);
      else reject(new Error(`The service answered the question for the chart with status ${request.status}.`));
    };
    request.send();
  });
}
