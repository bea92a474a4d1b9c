import type { Page, ViewportSize } from "playwright-core";
import type { Test } from "tap";
import type { BarrierSearch } from "./barriers.ts";
import { findBarriers } from "./barriers.ts";
import { arePicturesKept, keepPicture } from "./pictures.ts";

export const sizes = {
  wide: { width: 1440, height: 900 },
  middle: { width: 1024, height: 768 },
  phone: { width: 390, height: 844 },
} as const;

/** The size and theme of a page. */
export interface View {
  readonly size: string;
  readonly viewport: ViewportSize;
  readonly colorScheme: "light" | "dark";
  /** The search for accessibility barriers; `null` for a view that is only for the picture. */
  readonly search: BarrierSearch | null;
}

export const viewOf = (
  size: keyof typeof sizes,
  colorScheme: View["colorScheme"],
  search: BarrierSearch | null,
): View => ({ size, viewport: sizes[size], colorScheme, search });

/** Sets the size of the page if it differs. */
export async function setSize(page: Page, wanted: ViewportSize): Promise<void> {
  const now = page.viewportSize();
  if (now?.width !== wanted.width || now.height !== wanted.height) await page.setViewportSize(wanted);
}

/** Checks the page in each view for accessibility barriers. Saves a picture if pictures are saved. */
export async function lookAt(
  t: Test,
  page: Page,
  name: string,
  views: readonly View[],
  andSo: (view: string) => Promise<void> = async () => undefined,
): Promise<void> {
  for (const { size, viewport, colorScheme, search } of views) {
    if (search === null && !arePicturesKept) continue;
    await setSize(page, viewport);
    await page.emulateMedia({ colorScheme });
    await keepPicture(page, `${name}-${size}-${colorScheme}`);
    const view = `${name}, ${size}, ${colorScheme}`;
    if (search !== null) t.same(await findBarriers(page, search), [], view);
    await andSo(view);
  }
}
