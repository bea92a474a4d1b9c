/** The colleagues who have the same chat open. */
export const viewersTexts = {
  alsoHere: "Also here: {names}",
  writing: "Writing now: {names}",
} as const;
