import { join } from "node:path";
import type { Page, PageScreenshotOptions } from "playwright-core";

/** Where pictures of what the tests see are kept; nowhere when it is not set. They cost a tenth of a test's time and prove nothing. */
const folder = process.env["PARLEY_PICTURES"];

export const arePicturesKept = folder !== undefined;

interface Pictured {
  screenshot(options?: PageScreenshotOptions): Promise<Buffer>;
}

const triesMax = 3;

/** A picture of a page or of an element. On a busy machine Chromium may have none to give at the first try. */
export async function takePicture(of: Pictured, options: PageScreenshotOptions = {}): Promise<Buffer> {
  for (let tries = 1; ; tries += 1)
    try {
      return await of.screenshot(options);
    } catch (error) {
      if (tries === triesMax || !String(error).includes("Unable to capture screenshot")) throw error;
    }
}

/** A picture for people to look at. */
export async function keepPicture(page: Page, name: string, options: PageScreenshotOptions = {}): Promise<void> {
  if (folder !== undefined) await takePicture(page, { ...options, path: join(folder, `${name}.png`) });
}
