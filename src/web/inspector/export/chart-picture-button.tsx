import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { saveText } from "./save.ts";

interface ChartPictureProps {
  /** The name of the file without its extension. */
  readonly name: string;
  /** The chart on the page. */
  readonly chart: SVGSVGElement;
  /** The end of the chart's address. */
  readonly source: string;
}

/** Saves the chart of an actor with its current highlights. */
export function ChartPicture({ name, chart, source }: ChartPictureProps): JSX.Element {
  const failure = useSignal<string | null>(null);
  const save = async (): Promise<void> => {
    failure.value = null;
    try {
      failure.value = await saveText(name, ".svg", chartPicture(chart, await readChartFile(source)));
    } catch (error) {
      failure.value = error instanceof Error ? error.message : String(error);
    }
  };
  return (
    <div class="chart-picture">
      <button type="button" onClick={() => void save()}>
        Save picture
      </button>
      {failure.value !== null && (
        <span class="error" role="alert">
          {failure.value}
        </span>
      )}
    </div>
  );
}

/**
 * The chart on the page as a self-contained file: with its current highlights, and with the size and style of the chart's
 * own file, because the page replaces both.
 */
function chartPicture(shown: SVGSVGElement, file: Element): string {
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
function readChartFile(source: string): Promise<Element> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("GET", `/api/inspect/charts/${source}`);
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
