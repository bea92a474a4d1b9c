import manifest from "../../package.json" with { type: "json" };

/** The version of Parley, as package.json declares it. Source: VER-01. */
export const version: string = manifest.version;

/** The header `User-Agent` of every request that Parley makes. Source: VER-01. */
export const userAgent = `Parley/${version}`;
