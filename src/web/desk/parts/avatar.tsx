import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import type { PictureSource } from "./pictures.ts";
import { shownAt } from "./pictures.ts";

interface AvatarProps {
  readonly name: string;
  /** Of whatever size. */
  readonly picture: PictureSource;
}

/** A person's picture; their initials when there is none, or while it cannot be shown. Source: CH-30. */
export function Avatar({ name, picture }: AvatarProps): JSX.Element {
  const broken = useSignal<string | null>(null);
  const photo = shownAt(picture);
  const isShown = photo !== null && broken.value !== photo;
  return (
    <span class="avatar" aria-hidden="true">
      {isShown ? (
        <img src={photo} alt="" loading="lazy" referrerpolicy="no-referrer" onError={() => (broken.value = photo)} />
      ) : (
        initialsOf(name)
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
