import type { Path } from "../codec/json/value-path.ts";
import type { Mistakes } from "./mistakes.ts";
import { readWhole, textBytesMax } from "./read-text.ts";
import { reasonOf } from "./reason.ts";

export const storeUrlForm = "postgres://user@host:5432/database";

/** The values of pg's `sslmode`. pg checks the certificate with all of them but `no-verify` and `disable`. */
const sslModes = ["disable", "no-verify", "require", "verify-ca", "verify-full"];
const notPostgres = "this is not a PostgreSQL URL";
const certificateFiles = ["sslrootcert", "sslcert", "sslkey"] as const;

/**
 * Returns the address of a PostgreSQL in the form for pg, with the password inserted. Returns `null` for anything else, with an entry in
 * `mistakes`. No entry repeats the address, because it can hold a password. Blocks while it reads the certificates that the address names.
 */
export function readStoreUrl(text: string, password: string | null, place: string | Path, mistakes: Mistakes) {
  const refuse = (problem: string): null => {
    mistakes.add(place, { problem }, storeUrlForm);
    return null;
  };
  const url = URL.parse(text);
  if (url === null) return refuse(notPostgres);
  const problem = problemOf(url, password);
  if (problem !== null) return refuse(problem);
  if (password !== null) setPassword(url, password);
  // Each connection sets its own application name.
  url.searchParams.delete("application_name");
  // Writes out the current meaning of these values in pg, so that pg does not warn about a later change.
  if (["require", "verify-ca"].includes(modeOf(url) ?? "") && !isAsLibpq(url))
    url.searchParams.set("sslmode", "verify-full");
  return url.href;
}

/** A text that completes "--store: …; expected …". */
function problemOf(url: URL, password: string | null): string | null {
  if (url.protocol !== "postgres:" && url.protocol !== "postgresql:") return notPostgres;
  if (url.pathname.length <= 1) return "the name of the database is missing";
  if (url.hostname === "" && !url.searchParams.has("host")) return "the host is missing";
  if (url.hostname.includes(",")) return "this names several hosts, but only one is allowed";
  if (![url.username, url.password, url.pathname].every(isEncoded))
    return "a % in it does not begin an encoded character";
  if (password !== null && (url.password !== "" || url.searchParams.has("password")))
    return "the password is given twice, in the URL and beside it";
  return problemOfTls(url);
}

function problemOfTls(url: URL): string | null {
  const mode = modeOf(url);
  if (mode !== null && !sslModes.includes(mode) && !isAsLibpq(url))
    return `its sslmode is none of ${sslModes.join(", ")}`;
  for (const name of certificateFiles) {
    const file = url.searchParams.get(name);
    const reason = file === null ? null : whyUnreadable(file);
    if (reason !== null) return `the file ${file} that its ${name} names cannot be read (${reason})`;
  }
  return null;
}

const modeOf = (url: URL): string | null => url.searchParams.get("sslmode");
const isAsLibpq = (url: URL): boolean => url.searchParams.get("uselibpqcompat") === "true";

/** A URL without a host, as for a local socket, cannot hold a password before the host. */
function setPassword(url: URL, password: string): void {
  if (url.hostname === "") url.searchParams.set("password", password);
  else url.password = encodeURIComponent(password);
}

function isEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

function whyUnreadable(file: string): string | null {
  try {
    readWhole(file, textBytesMax);
    return null;
  } catch (error) {
    return reasonOf(error);
  }
}
