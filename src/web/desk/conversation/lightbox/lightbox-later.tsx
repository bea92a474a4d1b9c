import { signal } from "@preact/signals";
import type { FunctionComponent, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { LightboxProps, PicturesProps } from "./lightbox.tsx";

/** The lightbox, loaded when a picture is first opened. If its code cannot be loaded, the picture's own page opens. */
export function LightboxLater({ chatId, messages }: PicturesProps): JSX.Element | null {
  const { value: shown } = shownPicture;
  const [Lightbox, setLightbox] = useState<FunctionComponent<LightboxProps> | null>(null);
  const isWanted = shown?.chatId === chatId;
  const file = messages.find(({ seq }) => seq === shown?.seq)?.file;
  useEffect(() => {
    if (!isWanted || Lightbox !== null) return;
    import("./lightbox.tsx").then(
      (found) => setLightbox(() => found.Lightbox),
      () => {
        shownPicture.value = null;
        if (file !== undefined) open(file, "_blank", "noopener,noreferrer");
      },
    );
  }, [isWanted]);
  useEffect(
    () => () => {
      shownPicture.value = null;
    },
    [chatId],
  );
  if (!isWanted || Lightbox === null) return null;
  const show = (seq: number | null): void => {
    shownPicture.value = seq === null ? null : { chatId, seq };
  };
  return <Lightbox chatId={chatId} messages={messages} seq={shown.seq} onShow={show} />;
}

interface ShownPicture {
  readonly chatId: string;
  readonly seq: number;
}

/** The picture in the lightbox, or null. */
export const shownPicture = signal<ShownPicture | null>(null);
