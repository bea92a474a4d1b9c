import { textsOf } from "../../shared/language/texts.ts";
import { chartRoom } from "../texts/en/chart.ts";

const text = textsOf("chart", chartRoom);

/** Kept for good: a chart's address is the hash of what is drawn. */
const read = new Map<string, Promise<Document>>();
const timeoutMs = 30_000;

/**
 * The chart's picture, to be put into the page; rejects with words for people. Asked for as a document: the page's policy lets nobody
 * make markup from text. Its own colours are left out, since the page has both themes.
 */
export async function readChart(hash: string): Promise<SVGSVGElement> {
  const asked = read.get(hash) ?? ask(hash);
  read.set(hash, asked);
  asked.catch(() => read.delete(hash));
  const { documentElement } = await asked;
  const copy = document.importNode(documentElement, true);
  if (!(copy instanceof SVGSVGElement)) throw new Error(text("noChartAnswer"));
  return copy;
}

const ask = (hash: string): Promise<Document> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const fail = (words: string) => (): void => reject(new Error(words));
    request.open("GET", `/api/inspect/charts/${encodeURIComponent(hash)}`);
    request.responseType = "document";
    request.timeout = timeoutMs;
    request.onerror = fail(text("notReached"));
    request.ontimeout = fail(text("late"));
    request.onload = () => {
      const { status, responseXML } = request;
      if (status === 404) fail(text("unknown"))();
      else if (status !== 200) fail(text("answered", { status }))();
      else if (responseXML === null || responseXML.documentElement.localName !== "svg") fail(text("noChartAnswer"))();
      else resolve(plain(responseXML));
    };
    request.send();
  });

function plain(chart: Document): Document {
  for (const style of chart.querySelectorAll("style")) style.remove();
  return chart;
}
