/** The result of one damaged copy. */
export interface ImageResult {
  readonly number: number;
  /** A description of the damage. */
  readonly how: string;
  readonly path: string;
  /** `ended`: the process that read the copy ended. */
  readonly kind: "whole" | "refused" | "told" | "end dropped" | "WRONG" | "ended";
  readonly detail: string;
  /** Whether the damage changed any byte. Zeros over zeros change nothing. */
  readonly isChanged: boolean;
  /** The number of damages that `npm run doctor` finds. */
  readonly doctorFound: number;
}

/** A line of output of the process that reads damaged copies: it begins a copy, or has read the copy. */
export type ImageLine =
  | { readonly begins: Pick<ImageResult, "number" | "how" | "path"> }
  | { readonly result: ImageResult };

/** Returns the forbidden results. */
export function imageFaults(images: readonly ImageResult[]): readonly string[] {
  return images.flatMap((image) =>
    reasonsOf(image).map((reason) => `copy ${image.number}, ${image.how} of ${image.path}: ${reason}`),
  );
}

function reasonsOf({ kind, detail, path, isChanged, doctorFound }: ImageResult): readonly string[] {
  if (kind === "WRONG") return [`wrong: ${detail}`];
  if (kind === "ended") return [`it ended the process: ${detail}`];
  const reasons: string[] = [];
  // Only records at the end of the journal that are not in the rows yet may be dropped.
  if (kind === "end dropped" && !path.startsWith("journal")) reasons.push(`the end was dropped: ${detail}`);
  if (!isChanged && kind !== "whole") reasons.push(`nothing was changed, and it is ${kind}: ${detail}`);
  if ((kind === "refused" || kind === "told") && doctorFound === 0) reasons.push("the doctor found nothing");
  return reasons;
}
