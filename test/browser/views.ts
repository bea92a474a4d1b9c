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

/** How a page is looked at. */
export interface View {
  readonly size: string;
  readonly viewport: ViewportSize;
  readonly colorScheme: "light" | "dark";
  /** What nobody may meet in it; `null` for a view of which only the picture is of interest. */
  readonly search: BarrierSearch | null;
}

export const viewOf = (
  size: keyof typeof sizes,
  colorScheme: View["colorScheme"],
  search: BarrierSearch | null,
): View => ({ size, viewport: sizes[size], colorScheme, search });

/** Looks at the page in each view: nobody may meet a barrier. A picture of it is kept where pictures are. */
export async function lookAt(
  t: Test,
  page: Page,
  name: string,
  views: readonly View[],
  andSo: (view: string) => Promise<void> = async () => undefined,
): Promise<void> {
  for (const { size, viewport, colorScheme, search } of views) {
    if (search === null && !arePicturesKept) continue;
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    await keepPicture(page, `${name}-${size}-${colorScheme}`);
    const view = `${name}, ${size}, ${colorScheme}`;
    if (search !== null) t.same(await findBarriers(page, search), [], view);
    await andSo(view);
  }
}
