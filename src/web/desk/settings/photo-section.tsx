import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import type { Answer, ApiFailure } from "../../shared/api/api.ts";
import { textsOf } from "../../shared/language/texts.ts";
import { press, underWay } from "../../shared/parts/press.ts";
import { ErrorText } from "../../shared/ui/field.tsx";
import { Avatar } from "../parts/avatar.tsx";
import type { PictureSource } from "../parts/pictures.ts";
import { settingsYou } from "../texts/en/settings-you.ts";
import { Section } from "./forms/form-section.tsx";

const text = textsOf("settings-you", settingsYou);

interface PhotoSectionProps {
  /** The owner's name; its initials are shown without a photo. */
  readonly name: string;
  readonly picture: PictureSource;
  /** Whether there is a photo to remove. */
  readonly hasPhoto: boolean;
  readonly help: string;
  readonly put: (file: Blob) => Promise<Answer<unknown>>;
  readonly remove: () => Promise<Answer<unknown>>;
}

interface Chosen {
  readonly file: File;
  /** An address that shows the picture in this page. */
  readonly url: string;
}

type SaidOfIt = { readonly error: string } | { readonly done: string } | null;

/** The chosen picture, and its result. */
function usePhoto() {
  const chosen = useSignal<Chosen | null>(null);
  const isBusy = useSignal(false);
  const said = useSignal<SaidOfIt>(null);
  const drop = (): void => {
    if (chosen.peek() !== null) URL.revokeObjectURL(chosen.peek()?.url ?? "");
    chosen.value = null;
  };
  useEffect(() => drop, []);
  const choose = (file: File | undefined): void => {
    if (file === undefined || isBusy.value) return;
    drop();
    const refused = refusePhoto(file);
    said.value = refused === null ? null : { error: refused };
    if (refused === null) chosen.value = { file, url: URL.createObjectURL(file) };
  };
  const send = async (act: () => Promise<Answer<unknown>>, done: string): Promise<void> => {
    isBusy.value = true;
    said.value = null;
    const answer = await act();
    isBusy.value = false;
    if (answer.ok) drop();
    said.value = answer.ok ? { done } : { error: photoFailure(answer.failure) };
  };
  return { chosen, isBusy, said, drop, choose, send };
}

/** A chosen or dropped picture, with a preview before saving. Source: CH-39. */
export function PhotoSection({ name, picture, hasPhoto, help, put, remove }: PhotoSectionProps): JSX.Element {
  const id = useId();
  const { chosen, isBusy, said, drop, choose, send } = usePhoto();
  const use = (): void => {
    const { value } = chosen;
    if (value !== null) void send(() => put(value.file), text("photoNew"));
  };
  const why = isBusy.value ? underWay() : null;
  const input = useRef<HTMLInputElement>(null);
  return (
    <Section title={text("photo")} help={help}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button does the same by keys. */}
      <div
        class="photo-field"
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          choose(event.dataTransfer?.files[0]);
        }}
      >
        {chosen.value === null ? (
          <Avatar name={name} picture={picture} />
        ) : (
          <Preview
            url={chosen.value.url}
            onBroken={() => {
              drop();
              said.value = { error: unreadable() };
            }}
          />
        )}
        <div>
          <input
            ref={input}
            type="file"
            class="hush"
            tabIndex={-1}
            id={id}
            aria-label={text("photo")}
            accept={photoTypes.join()}
            onChange={({ currentTarget }) => {
              choose(currentTarget.files?.[0]);
              currentTarget.value = "";
            }}
          />
          <div class="save-bar">
            {chosen.value !== null && (
              <button type="button" class="primary" {...press(why, use)}>
                {text(isBusy.value ? "saving" : "usePicture")}
              </button>
            )}
            <button type="button" aria-describedby={`${id}-help`} {...press(why, () => input.current?.click())}>
              {text("choosePicture")}
            </button>
            {chosen.value !== null && (
              <button type="button" class="quiet" {...press(why, drop)}>
                {text("keepOld")}
              </button>
            )}
            {chosen.value === null && hasPhoto && (
              <button type="button" class="quiet" {...press(why, () => void send(remove, text("photoRemoved")))}>
                {text("removePhoto")}
              </button>
            )}
          </div>
          <p class="help" id={`${id}-help`}>
            {text("photoHelp")}
          </p>
          <Said said={said.value} />
        </div>
      </div>
    </Section>
  );
}

const Preview = ({ url, onBroken }: { readonly url: string; readonly onBroken: () => void }): JSX.Element => (
  <span class="avatar">
    <img src={url} alt={text("photoPreview")} onError={onBroken} />
  </span>
);

const Said = ({ said }: { readonly said: SaidOfIt }): JSX.Element => (
  <>
    {said !== null && "error" in said && <ErrorText>{said.error}</ErrorText>}
    <p class="said" role="status">
      {said !== null && "done" in said && said.done}
    </p>
  </>
);

/** The types that the service accepts. */
const photoTypes = ["image/png", "image/jpeg", "image/gif", "image/webp"] as const;
const bytesMax = 10 * 1024 * 1024;

const unreadable = (): string => text("photoUnreadable");
const tooLarge = (): string => text("photoTooLarge");

/** The reason why a file cannot become a photo; null when the page finds none. */
function refusePhoto({ type, size }: File): string | null {
  if (!photoTypes.some((known) => known === type)) return text("photoWrongType");
  if (size === 0) return unreadable();
  return size > bytesMax ? tooLarge() : null;
}

/** The reason why the service refused the photo. */
function photoFailure({ code, message, said = "" }: ApiFailure): string {
  if (code === "payload_too_large") return tooLarge();
  if (code === "insufficient_storage") return text("photoDiskFull");
  if (code !== "invalid_request") return message;
  return /pixels/.test(said) ? text("photoTooManyPixels") : unreadable();
}
