import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { hueOf } from "../../shared/ui/hue.ts";
import { untilGone, useNear, usePictureTurn } from "./picture-turn.ts";
import type { PictureSource } from "./pictures.ts";
import { shownAt } from "./pictures.ts";

interface AvatarProps {
  readonly name: string;
  /** The picture may have any size. */
  readonly picture: PictureSource;
}

/** A person's picture. The initials are shown if there is no picture, before it is loaded, or if it cannot be shown. Source: CH-30. */
export function Avatar({ name, picture }: AvatarProps): JSX.Element {
  const broken = useSignal<string | null>(null);
  const photo = shownAt(picture);
  const [frame, isNear] = useNear<HTMLSpanElement>();
  const { at, done } = usePictureTurn(broken.value === photo ? null : photo, isNear);
  return (
    <span class={`avatar ${hueOf(name)}`} ref={frame} aria-hidden="true">
      {at === null ? (
        initialsOf(name)
      ) : (
        <img
          ref={untilGone}
          src={at}
          alt=""
          referrerpolicy="no-referrer"
          onLoad={done}
          onError={() => (broken.value = photo)}
        />
      )}
    </span>
  );
}

const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => Array.from(word)[0] ?? "")
    .join("")
    .toUpperCase();
