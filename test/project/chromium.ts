import { ensurePrograms, pathOf } from "./debian-programs.ts";

/** Debian's packages, which are named as their programs. The shell is the same engine without a browser's windows: half the CPU. */
type Program = "chromium" | "chromium-headless-shell";

/** Where the browser tests find their Chromium: the shell where it is installed. */
export const chromiumForTests = (): string =>
  pathOf("chromium-headless-shell") ?? pathOf("chromium") ?? "/usr/bin/chromium";

/** Makes sure of a Chromium for the browser tests, a whole one where the shell cannot be had; a sentence that says what is missing, or null. */
export const ensureChromiumForTests = (): string | null =>
  ensureChromium("chromium-headless-shell") === null ? null : ensureChromium();

/** Makes sure of one of Debian's Chromiums; a sentence that says what is missing, or null. */
export const ensureChromium = (program: Program = "chromium"): string | null =>
  ensurePrograms("Pages are tried in a browser", [program]);
