import type { RequestPreview } from "../../ports/request-preview.ts";

/** The line for a POSIX shell that makes the same request with curl. */
export function toCurlLine({ url, headers, body }: RequestPreview): string {
  const given = Object.entries(headers).filter(([name]) => name !== measuredByCurl);
  // A header of curl's own is left out by its bare name.
  const lines = [...given.map(([name, value]) => `${name}: ${value}`), "Accept:"];
  const options = lines.map((line) => `-H ${quoted(line)}`).join(" ");
  // In an address, curl takes brackets and braces for patterns unless told otherwise.
  return `curl --http1.1 --globoff ${options} --data-raw ${quoted(body)} ${quoted(url)}`;
}

const measuredByCurl = "Content-Length";

/** Between single quotes a shell takes everything as it is, but for the single quote. Source: POSIX, Shell Command Language, 2.2.2. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
