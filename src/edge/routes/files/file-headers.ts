import { isShownInline, unknownMimeType } from "../../../codec/text/mime-type.ts";
import type { FileRow } from "../../../ports/store.ts";
import type { HeaderList } from "../../answer/failure-answer.ts";

/** A file never changes under its URL; it is deleted with its chat. */
const cacheSeconds = 86_400;

/** Types that may be shown keep their type; any other file is served as bytes to save. Source: CH-60. */
export const servedType = ({ mimeType }: FileRow): string => (isShownInline(mimeType) ? mimeType : unknownMimeType);

export const etagOf = ({ bytes, createdAtMs }: FileRow): string =>
  `"${createdAtMs.toString(36)}-${bytes.toString(36)}"`;

/** Whether the client has the file already: `If-None-Match` names its tag, or any tag. Source: RFC 9110, section 13.1.2. */
export const isKnownTo = (ifNoneMatch: string, etag: string): boolean =>
  ifNoneMatch.trim() === "*" || ifNoneMatch.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);

/**
 * The headers of every answer with a file. The browser trusts the declared type, executes nothing, and saves any file that is not
 * shown. Source: CH-60, RFC 6266.
 */
export function fileHeaders(row: FileRow): HeaderList {
  const disposition = isShownInline(row.mimeType) ? "inline" : "attachment";
  return [
    ...["X-Content-Type-Options", "nosniff"],
    ...["Content-Disposition", `${disposition}; filename*=UTF-8''${encodeName(row.name)}`],
    ...["Content-Security-Policy", "sandbox; default-src 'none'"],
    ...["Cache-Control", `private, max-age=${cacheSeconds}`],
    ...["Accept-Ranges", "bytes"],
    ...["ETag", etagOf(row)],
  ];
}

/** Source: RFC 8187, section 3.2.1. `attr-char` excludes four characters that `encodeURIComponent` keeps. */
const encodeName = (name: string): string =>
  encodeURIComponent(name).replace(/['()*]/g, (found) => `%${found.charCodeAt(0).toString(16).toUpperCase()}`);
