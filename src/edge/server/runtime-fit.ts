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

/** Source: the binaries in `uws-pack` and the table of ABI numbers at nodejs.org/en/about/previous-releases. */
const nodeByAbi: Readonly<Record<string, number>> = { 115: 20, 127: 22 };
const archs = ["x64", "arm64"];
const platforms: Readonly<Record<string, string>> = { linux: "Linux (glibc)", darwin: "macOS" };

/** Explains to the operator, in one sentence, why uWebSockets.js cannot load here; `null` if its binaries fit. */
export function describeMisfit({ nodeVersion, abi, platform, arch, glibcVersion }: Runtime): string | null {
  const hasLibrary = platform !== "linux" || glibcVersion !== null;
  if (nodeByAbi[abi] !== undefined && platforms[platform] !== undefined && archs.includes(arch) && hasLibrary)
    return null;
  const wanted = `Node ${Object.values(nodeByAbi).join(" and ")} on ${Object.values(platforms).join(" and ")}, ${archs.join(" and ")}`;
  const library =
    platform === "linux" ? ` with ${glibcVersion === null ? "another C library" : `glibc ${glibcVersion}`}` : "";
  return `Parley runs on ${wanted}; this is Node ${nodeVersion} on ${platform} ${arch}${library}.`;
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
