import { useSignal } from "@preact/signals";
import type { JSX } from "preact";

interface AvatarProps {
  readonly name: string;
  /** A link to a picture, of whatever size. */
  readonly photo: string | null;
}

/** A person's picture; their initials when there is none, or while it cannot be shown. Source: CH-30. */
export function Avatar({ name, photo }: AvatarProps): JSX.Element {
  const broken = useSignal<string | null>(null);
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
