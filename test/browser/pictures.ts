import { join } from "node:path";
import type { Page, PageScreenshotOptions } from "playwright-core";

/** The folder for pictures of the tested pages. Without it no picture is saved, because pictures cost a tenth of a test's time and prove nothing. */
const folder = process.env["PARLEY_PICTURES"];

export const arePicturesKept = folder !== undefined;

interface Pictured {
  screenshot(options?: PageScreenshotOptions): Promise<Buffer>;
}

const triesMax = 3;

/** Takes a picture of a page or of an element. On a busy machine the first attempts may fail in Chromium. */
export async function takePicture(of: Pictured, options: PageScreenshotOptions = {}): Promise<Buffer> {
  for (let tries = 1; ; tries += 1)
    try {
      return await of.screenshot(options);
    } catch (error) {
      if (tries === triesMax || !String(error).includes("Unable to capture screenshot")) throw error;
    }
}

/** Saves a picture for people. */
export async function keepPicture(page: Page, name: string, options: PageScreenshotOptions = {}): Promise<void> {
  if (folder !== undefined) await takePicture(page, { ...options, path: join(folder, `${name}.png`) });
}
