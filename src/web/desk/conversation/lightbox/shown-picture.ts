import { signal } from "@preact/signals";

export interface ShownPicture {
  readonly chatId: string;
  readonly seq: number;
}

/** The picture that is looked at over the page; null for none. */
export const shownPicture = signal<ShownPicture | null>(null);
