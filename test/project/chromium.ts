import { ensurePrograms, pathOf } from "./debian-programs.ts";

/**
 * Debian's packages have the names of their programs. The shell is the same engine without a browser's windows; it needs half the
 * CPU.
 */
type Program = "chromium" | "chromium-headless-shell";

/** Returns the Chromium for the browser tests: the shell if it is installed. */
export const chromiumForTests = (): string =>
  pathOf("chromium-headless-shell") ?? pathOf("chromium") ?? "/usr/bin/chromium";

/**
 * Installs a Chromium for the browser tests if it is missing; the complete one if the shell cannot be installed. Returns a
 * sentence that says what is missing, or null.
 */
export const ensureChromiumForTests = (): string | null =>
  ensureChromium("chromium-headless-shell") === null ? null : ensureChromium();

/** Installs one of Debian's Chromiums if it is missing. Returns a sentence that says what is missing, or null. */
export const ensureChromium = (program: Program = "chromium"): string | null =>
  ensurePrograms("Pages are tried in a browser", [program]);
