/** The address of a part of the page, of its names. */
export const anchor = (...names: readonly string[]): string => names.join("-").replace(/[^\w-]+/g, "_");

/** The address of an object that several events and frames have. */
export const objectAnchor = (name: string): string => anchor("object", name);
