/** The URL of a file or folder that the build makes, from this source or from a bundle beside it. */
export const builtUrl = (path: string): string =>
  new URL(import.meta.url.endsWith(".ts") ? `../../dist/${path}` : `./${path}`, import.meta.url).href;
