/** Cached without a limit: a chart's address is the hash of its content. */
const read = new Map<string, Promise<Document>>();
const timeoutMs = 30_000;

/**
 * Resolves to the chart's picture for the page; rejects with words for people. The chart is requested as a document, because the page's
 * policy forbids markup from text. Its own colours are left out, because the page has two themes.
 */
export async function readChart(hash: string): Promise<SVGSVGElement> {
  const asked = read.get(hash) ?? ask(hash);
  read.set(hash, asked);
  asked.catch(() => read.delete(hash));
  const { documentElement } = await asked;
  const copy = document.importNode(documentElement, true);
  if (!(copy instanceof SVGSVGElement)) throw new Error("The service answered something else than a chart.");
  return copy;
}

const ask = (hash: string): Promise<Document> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const fail = (words: string) => (): void => reject(new Error(words));
    request.open("GET", `/api/inspect/charts/${encodeURIComponent(hash)}`);
    request.responseType = "document";
    request.timeout = timeoutMs;
    request.onerror = fail("The service could not be reached.");
    request.ontimeout = fail("The chart took too long.");
    request.onload = () => {
      const { status, responseXML } = request;
      if (status === 404) fail("The service does not know this chart any more.")();
      else if (status !== 200) fail(`The service answered with status ${status}.`)();
      else if (responseXML === null || responseXML.documentElement.localName !== "svg")
        fail("The service answered something else than a chart.")();
      else resolve(plain(responseXML));
    };
    request.send();
  });

function plain(chart: Document): Document {
  for (const style of chart.querySelectorAll("style")) style.remove();
  return chart;
}
