/** Returns the anchor of a part of the page, made of its names. */
export const anchor = (...names: readonly string[]): string => names.join("-").replace(/[^\w-]+/g, "_");

/** Returns the anchor of an object that several events and frames contain. */
export const objectAnchor = (name: string): string => anchor("object", name);
