import { createMadeFiles } from "./made-files.ts";
import type { WebFile, WebFiles } from "./web-files.ts";
import { builtFile } from "./web-files.ts";

/**
 * Fills the page at `path`, such as `desk.html`: its placeholders `__NAME__` become values, as text, and `__VERSION__` becomes the
 * version of the folder with the page's name. Each page is filled once for the same values. Throws if the page was not built.
 */
export function createFilledPages(web: WebFiles, path: string): (values?: Readonly<Record<string, string>>) => WebFile {
  const folder = path.replace(/\.\w+$/, "");
  const pages = createMadeFiles(builtFile(web, path).contentType);
  return (given = {}) => {
    const { etag, plain } = builtFile(web, path);
    const values: Readonly<Record<string, string>> = { VERSION: web.version(folder), ...given };
    return pages(`${etag}${JSON.stringify(values)}`, () =>
      plain.toString("utf8").replace(/__([A-Z]+)__/g, (_whole, name: string) => escapeHtml(values[name] ?? "")),
    );
  };
}

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (found) => `&#${found.charCodeAt(0)};`);
