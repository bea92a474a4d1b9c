import { cleanText, cutCodePoints } from "./text.ts";

/** Marks that reverse the direction of text and would show `exe.gpj` as `jpg.exe`. Source: Unicode, UAX 9. */
const directionMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const extensionMax = 16;

/**
 * Returns a file name that is safe to show and store. It is the last part of a path, without control characters, cut to
 * `codePointsMax` code points with the extension kept. Returns `null` if nothing is left. Source: LIM-05.
 */
export function cleanFileName(text: string, codePointsMax: number): string | null {
  const last = text.slice(Math.max(text.lastIndexOf("/"), text.lastIndexOf("\\")) + 1);
  const name = cleanText(last)
    .replace(/[\t\n]/g, " ")
    .replace(directionMarks, "")
    .trim();
  return name === "" || name === "." || name === ".." ? null : cutFileName(name, codePointsMax);
}

/** Cuts the name before its extension, so that the extension is kept. */
export function cutFileName(name: string, codePointsMax: number): string {
  const cut = cutCodePoints(name, codePointsMax);
  if (cut === name) return name;
  const dot = name.lastIndexOf(".");
  const extension = dot > 0 && name.length - dot <= extensionMax ? name.slice(dot) : "";
  return cutCodePoints(name, codePointsMax - [...extension].length) + extension;
}
