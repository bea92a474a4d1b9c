import { existsSync, readdirSync, readFileSync } from "node:fs";

/** What package-lock.json says of a package. */
interface LockedEntry {
  readonly name?: string;
  readonly version?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
}

interface Licensed {
  /** The name and the version. */
  readonly title: string;
  readonly license: string;
  /** The texts of its files about licences. */
  readonly text: string;
}

const opening = `The binary of Parley contains Parley (MIT, see LICENSE), Node.js and the packages below, each with its licence.
"npm run notice" writes this file from package-lock.json and the packages.
`;

const legalFile = /^(licen[cs]e|notice|copying)([.-].*)?$/i;

/** Returns the text of NOTICE: each package that the service, its commands and its pages are made of, and each text of a licence once. */
export function noticeOf(packages: Readonly<Record<string, LockedEntry>>): string {
  const byText = new Map<string, Licensed[]>();
  for (const licensed of Object.entries(packages).flatMap(([path, entry]) => readLicensed(path, entry))) {
    const same = byText.get(licensed.text) ?? [];
    byText.set(licensed.text, [...same, licensed]);
  }
  const parts = [...byText].map(([text, all]) => {
    const titles = [...new Set(all.map(({ title, license }) => `${title} (${license})`))].sort();
    return {
      titles,
      text: `${titles.join("\n")}\n\n${text === "" ? "The package has no text of its licence." : text}`,
    };
  });
  const sorted = parts.sort(({ titles: [one = ""] }, { titles: [other = ""] }) => (one < other ? -1 : 1));
  return [opening, ...sorted.map(({ text }) => text)].join(`\n${"-".repeat(80)}\n\n`);
}

/** A package for another machine is not installed. Its text is that of the package for this machine. */
function readLicensed(
  path: string,
  { name, version = "", license = "", dev, optional }: LockedEntry,
): readonly Licensed[] {
  if (path === "" || dev === true || (optional === true && !existsSync(path))) return [];
  const files = readdirSync(path)
    .filter((file) => legalFile.test(file))
    .sort();
  const text = files
    .map((file) => readFileSync(`${path}/${file}`, "utf8").replaceAll("\r\n", "\n").trim())
    .join("\n\n");
  const known = name ?? path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
  return [{ title: `${known} ${version}`, license: license || "see its text", text: `${text}\n` }];
}
