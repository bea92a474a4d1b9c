import type { RequestPreview } from "../../ports/request-preview.ts";

/** The command for a POSIX shell that makes the same request with curl. */
export function toCurlLine({ url, headers, body }: RequestPreview): string {
  const given = Object.entries(headers).filter(([name]) => name !== measuredByCurl);
  // A header name without a value removes the header that curl adds by default.
  const lines = [...given.map(([name, value]) => `${name}: ${value}`), "Accept:"];
  const options = lines.map((line) => `-H ${quoted(line)}`).join(" ");
  // Without `--globoff`, curl treats brackets and braces in an address as patterns.
  return `curl --http1.1 --globoff ${options} --data-raw ${quoted(body)} ${quoted(url)}`;
}

const measuredByCurl = "Content-Length";

/**
 * Between single quotes, a shell changes no character; only a single quote must be escaped. Source: POSIX, Shell Command Language,
 * 2.2.2.
 */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
