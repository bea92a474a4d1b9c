/** The properties of a process that compiled code depends on. */
export interface Runtime {
  /** Without the `v`. */
  readonly nodeVersion: string;
  /** Node's version number of its binary interface, `process.versions.modules`. */
  readonly abi: string;
  readonly platform: string;
  readonly arch: string;
  /** `null` for another C library, such as musl on Alpine. */
  readonly glibcVersion: string | null;
}

/** A package with binaries of uWebSockets.js. */
interface Library {
  readonly name: string;
  readonly node: number;
  /** The oldest glibc that its binaries for Linux load with. Absent: that of Node itself. */
  readonly glibcMin?: string;
  /**
   * The argument for npm, if `npm ci` does not install the package. Its binaries for all platforms have 114 MiB, and few need them.
   * It is no optional peer, because npm does not install an optional peer on request.
   */
  readonly wanted?: string;
}

/** Source: the binaries in the packages and the table of ABI numbers at nodejs.org/en/about/previous-releases. */
const installed: Library = { name: "uWebSockets.js", node: 22 };
const libraryByAbi: Readonly<Record<string, Library>> = {
  127: installed,
  137: {
    name: "@btc-vision/uwebsockets.js",
    node: 24,
    glibcMin: "2.38",
    wanted: "@btc-vision/uwebsockets.js@20.57.0",
  },
};
const archs = ["x64", "arm64"];
const platforms: Readonly<Record<string, string>> = { linux: "Linux (glibc)", darwin: "macOS" };

/** Returns the package to import. Its import fails if no package has a binary for this Node. */
export const libraryFor = (abi: string): string => (libraryByAbi[abi] ?? installed).name;

/** Explains to the operator, in one sentence, why the import failed; `null` if the package should load here. */
export function describeFailure(runtime: Runtime, error: unknown): string | null {
  const isMissing = error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND";
  return describeMisfit(runtime) ?? (isMissing ? describeMissing(runtime) : null);
}

/** Returns `null` if the binaries fit. */
export function describeMisfit(runtime: Runtime): string | null {
  if (hasLibrary(runtime)) return null;
  const { nodeVersion, platform, arch, glibcVersion } = runtime;
  const nodes = Object.values(libraryByAbi).map(
    ({ node, glibcMin }) => `with Node ${node}${glibcMin === undefined ? "" : ` where glibc is ${glibcMin} or later`}`,
  );
  const wanted = `${Object.values(platforms).join(" and ")}, ${archs.join(" and ")}, ${nodes.join(", or ")}`;
  const found =
    platform === "linux" ? ` with ${glibcVersion === null ? "another C library" : `glibc ${glibcVersion}`}` : "";
  return `Parley runs on ${wanted}; this is Node ${nodeVersion} on ${platform} ${arch}${found}.`;
}

function hasLibrary({ abi, platform, arch, glibcVersion }: Runtime): boolean {
  const library = libraryByAbi[abi];
  if (library === undefined || platforms[platform] === undefined || !archs.includes(arch)) return false;
  if (platform !== "linux") return true;
  const { glibcMin = "" } = library;
  return glibcVersion !== null && glibcVersion.localeCompare(glibcMin, "en", { numeric: true }) >= 0;
}

/** Returns `null` if `npm ci` installs the package. */
function describeMissing({ abi }: Runtime): string | null {
  const { node, wanted } = libraryByAbi[abi] ?? {};
  if (wanted === undefined) return null;
  return `Parley on Node ${node} needs a package that npm ci does not install: npm install --no-save ${wanted}`;
}

export function readRuntime(): Runtime {
  const { versions, platform, arch } = process;
  return { nodeVersion: versions.node, abi: versions.modules, platform, arch, glibcVersion: readGlibcVersion() };
}

/** Takes some milliseconds, because Node names its C library only in a full report. */
function readGlibcVersion(): string | null {
  const report: unknown = process.report.getReport();
  const { header }: { header?: unknown } = typeof report === "object" && report !== null ? report : {};
  const version: unknown =
    typeof header === "object" && header !== null ? Reflect.get(header, "glibcVersionRuntime") : null;
  return typeof version === "string" ? version : null;
}
