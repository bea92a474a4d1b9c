import { signal } from "@preact/signals";

export interface ShownPicture {
  readonly chatId: string;
  readonly seq: number;
}

/** The picture in the lightbox, or null. */
export const shownPicture = signal<ShownPicture | null>(null);
