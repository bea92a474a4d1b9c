/** What became of one damaged copy. */
export interface ImageResult {
  readonly number: number;
  /** What was damaged, and how. */
  readonly how: string;
  readonly path: string;
  /** `ended`: the process that read it ended. */
  readonly kind: "whole" | "refused" | "told" | "end dropped" | "WRONG" | "ended";
  readonly detail: string;
  /** Whether the damage changed anything: zeros over zeros do not. */
  readonly isChanged: boolean;
  /** How much `npm run doctor` finds. */
  readonly doctorFound: number;
}

/** A line of the process that reads damaged copies: one begins, or has been read. */
export type ImageLine =
  | { readonly begins: Pick<ImageResult, "number" | "how" | "path"> }
  | { readonly result: ImageResult };

/** What no damage may lead to. */
export function imageFaults(images: readonly ImageResult[]): readonly string[] {
  return images.flatMap((image) =>
    reasonsOf(image).map((reason) => `copy ${image.number}, ${image.how} of ${image.path}: ${reason}`),
  );
}

function reasonsOf({ kind, detail, path, isChanged, doctorFound }: ImageResult): readonly string[] {
  if (kind === "WRONG") return [`wrong: ${detail}`];
  if (kind === "ended") return [`it ended the process: ${detail}`];
  const reasons: string[] = [];
  // Only what was never known elsewhere may go: records behind those that the rows hold, at the end of the journal.
  if (kind === "end dropped" && !path.startsWith("journal")) reasons.push(`the end was dropped: ${detail}`);
  if (!isChanged && kind !== "whole") reasons.push(`nothing was changed, and it is ${kind}: ${detail}`);
  if ((kind === "refused" || kind === "told") && doctorFound === 0) reasons.push("the doctor found nothing");
  return reasons;
}
