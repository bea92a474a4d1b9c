import type { ComponentChild, ComponentChildren, JSX } from "preact";
import { address } from "../../../codec/text/addresses.ts";
import type { MarkdownPart } from "../../../codec/text/markdown.ts";
import type { Line, LineFile } from "../body/model.types.ts";
import type { Speech } from "../i18n/speech.ts";
import { hide } from "./header.tsx";
import { Icon } from "./icon.tsx";
import { drawPreview } from "./preview.ts";

const away = { target: "_blank", rel: "noopener noreferrer" } as const;
const isSafe = (url: string): boolean => /^(https?:|mailto:|tel:)/i.test(url);

interface SaidProps {
  readonly line: Line;
  readonly speech: Speech;
}

/** Draws the content of a line: its file or place, then its text. The text is shown unchanged. */
export function Said({ line, speech }: SaidProps): JSX.Element {
  const { file, place, text } = line;
  return (
    <div class="said">
      {file !== null && <Attached file={file} line={line} speech={speech} />}
      {place !== null && (
        <a
          class="file"
          {...away}
          href={`https://www.openstreetmap.org/?mlat=${place.latitude}&mlon=${place.longitude}#map=16/${place.latitude}/${place.longitude}`}
        >
          <Icon name="place" />
          {speech.words.location}
        </a>
      )}
      {text !== "" && <p dir="auto">{textOf(line)}</p>}
    </div>
  );
}

/** Returns the text of a line. A visitor's own addresses are no links. Source: BOT-36, BOT-37. */
function textOf({ parts, from, text }: Line): ComponentChildren {
  if (parts.length > 0) return parts.map(toStyled);
  return from === "client"
    ? text
    : text.split(address).map((piece, index) => (index % 2 ? toLink(piece, piece) : piece));
}

function toStyled({ text, bold, italic, link }: MarkdownPart): ComponentChild {
  const leaning = italic ? <i>{text}</i> : text;
  const strong = bold ? <b>{leaning}</b> : leaning;
  return link !== null && isSafe(link) ? toLink(link, strong) : strong;
}

const toLink = (url: string, shown: ComponentChild): JSX.Element => (
  <a {...away} href={url}>
    {shown}
  </a>
);

function Attached({ file, line, speech }: SaidProps & { readonly file: LineFile }): JSX.Element {
  const { type, text } = line;
  const { url, blob } = file;
  const name = file.name || speech.words.file;
  const isThere = isSafe(url);
  const href = isThere ? { href: url, ...away } : {};
  if (type === "photo" || type === "sticker")
    return (
      <a class={type} {...href}>
        {blob !== null && !isThere ? <canvas role="img" aria-label={name} ref={(it) => drawPreview(it, blob)} /> : null}
        {isThere && <img key={url} src={url} alt={text || name} onError={hide} />}
        <span>{name}</span>
      </a>
    );
  if (isThere && type === "video")
    // biome-ignore lint/a11y/useMediaCaption: a sender of a video provides no captions.
    return <video controls preload="none" src={url} aria-label={name} />;
  if (isThere && (type === "audio" || type === "voice"))
    // biome-ignore lint/a11y/useMediaCaption: a sender of a voice message provides no captions.
    return <audio controls preload="none" src={url} aria-label={name} />;
  return (
    <a class="file" {...href}>
      <Icon name="file" />
      <span>
        {name}
        {file.bytes > 0 && <small>{speech.size(file.bytes)}</small>}
      </span>
    </a>
  );
}
