import sharp from "sharp";

/** Source: CH-52. */
const widthPx = 320;
/** A strip many times as long as it is wide is no preview. */
const heightPxMax = 3_200;
const secondsMax = 5;
const quality = 80;

sharp.cache(false);
sharp.concurrency(1);
// What a file says of itself counts for nothing: only these are ever decoded.
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
}

/** A JPEG, 320 px wide, of the first frame, the right way up and without what the picture says of its maker; `null` for what has none. */
export async function run({ picture, pixelsMax }: ThumbnailTask): Promise<Uint8Array | null> {
  try {
    const source = sharp(picture, { limitInputPixels: pixelsMax, failOn: "error" });
    const { autoOrient } = await source.metadata();
    if (autoOrient.width < widthPx || (autoOrient.height * widthPx) / autoOrient.width > heightPxMax) return null;
    return await source
      .autoOrient()
      .resize({ width: widthPx })
      .flatten({ background: "#fff" })
      .jpeg({ quality })
      .timeout({ seconds: secondsMax })
      .toBuffer();
  } catch {
    // Whatever the library cannot read has no preview: the file is a stranger's.
    return null;
  }
}
