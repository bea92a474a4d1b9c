import type { Sharp } from "sharp";
import sharp from "sharp";

/** Source: CH-52. */
const widthPx = 320;
/** A picture that is many times as high as wide is no useful preview. */
const heightPxMax = 3_200;
/** Twice the largest size at which it is shown. */
const photoPx = 128;
const secondsMax = 5;
const quality = 80;

sharp.cache(false);
sharp.concurrency(1);
// The type that a file claims does not count: only these formats are ever decoded.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: [
    "VipsForeignLoadJpegBuffer",
    "VipsForeignLoadPngBuffer",
    "VipsForeignLoadWebpBuffer",
    "VipsForeignLoadNsgifBuffer",
  ],
});

export interface ThumbnailTask {
  readonly picture: Uint8Array<ArrayBuffer>;
  readonly pixelsMax: number;
  /** A preview of a picture in a chat, or the photo of a person: a square of its middle. */
  readonly kind: "preview" | "photo";
}

/** The JPEG, or the reason why there is none: too many pixels, not readable, or too small for a preview. */
export type Thumbnail = Uint8Array | "pixels" | "unreadable" | "small";

/** Returns a JPEG of the first frame, the right way up and without the picture's metadata. */
export async function run({ picture, pixelsMax, kind }: ThumbnailTask): Promise<Thumbnail> {
  try {
    const source = sharp(picture, { limitInputPixels: pixelsMax, failOn: "error" });
    const { autoOrient } = await source.metadata();
    if (autoOrient.width * autoOrient.height > pixelsMax) return "pixels";
    const upright = source.autoOrient();
    const sized = kind === "photo" ? toPhoto(upright) : toPreview(upright, autoOrient);
    if (sized === null) return "small";
    return await sized.flatten({ background: "#fff" }).jpeg({ quality }).timeout({ seconds: secondsMax }).toBuffer();
  } catch (error) {
    // Any error of the library means no picture: the file is foreign.
    return error instanceof Error && /pixel limit/.test(error.message) ? "pixels" : "unreadable";
  }
}

const toPhoto = (source: Sharp): Sharp => source.resize({ width: photoPx, height: photoPx, fit: "cover" });

function toPreview(
  source: Sharp,
  { width, height }: { readonly width: number; readonly height: number },
): Sharp | null {
  return width < widthPx || (height * widthPx) / width > heightPxMax ? null : source.resize({ width: widthPx });
}
