import manifest from "../../package.json" with { type: "json" };

/** The version of Parley, as package.json declares it. Only command lines show it: no path, header or payload does. Source: VER-01. */
export const version: string = manifest.version;
