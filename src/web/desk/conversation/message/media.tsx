import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { DeskMessage } from "../../../../codec/desk/desk.ts";
import { textsOf } from "../../../shared/language/texts.ts";
import { Icon } from "../../../shared/ui/icon.tsx";
import { untilGone, useLoadedPicture, useNear, usePictureTurn } from "../../parts/picture-turn.ts";
import { messageTexts } from "../../texts/en/message.ts";
import { shownPicture } from "../lightbox/lightbox-later.tsx";
import { coordinatesOf, factsOf, isWebAddress, kindOf, mapOf, nameOf, pictureAddresses } from "./message-facts.ts";
import { Away } from "./said-text.tsx";

const text = textsOf("message", messageTexts);

interface FileProps {
  readonly message: DeskMessage;
}

export interface MediaProps extends FileProps {
  readonly chatId: string;
}

/** The file or place of a message, drawn by its kind. Source: CH-52, CH-53. */
export function Media({ chatId, message }: MediaProps): JSX.Element | null {
  switch (message.type) {
    case "photo":
    case "sticker":
      return <Picture chatId={chatId} message={message} />;
    case "video":
      return <Film chatId={chatId} message={message} />;
    case "audio":
    case "voice":
      return <Sound message={message} />;
    case "document":
      return <FileLink message={message} />;
    case "location":
      return <Place message={message} />;
    default:
      return null;
  }
}

/** Every preview is drawn 320 px wide. Source: CH-52. */
const previewPx = 320;
const stickerPx = 160;

/** Keeps the picture's place on the page until the picture may be loaded. */
const placeholder = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='320' height='1'/%3E";

function Picture({ chatId, message }: MediaProps): JSX.Element {
  const { type, file = "", text: caption, width, height } = message;
  const [broken, setBroken] = useState<readonly string[]>([]);
  // A preview may be removed earlier than its picture.
  const sources = pictureAddresses(chatId, message, ["thumb", "file"]);
  const source = sources.find((url) => !broken.includes(url));
  const [frame, isNear] = useNear<HTMLDivElement>();
  const { at, done } = usePictureTurn(source ?? null, isNear);
  const isElsewhere = sources.length === 0 && isWebAddress(file);
  if (source === undefined) return <Missing message={message} isElsewhere={isElsewhere} />;
  const isSticker = type === "sticker";
  const shape = width === undefined || height === undefined ? {} : { aspectRatio: `${width} / ${height}` };
  const open = (event: MouseEvent): void => {
    // Ctrl, Shift or Command ask the browser for another tab or window.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    shownPicture.value = { chatId, seq: message.seq };
  };
  return (
    <div class={isSticker ? "sticker" : "photo"} ref={frame}>
      <Away url={isWebAddress(file) ? file : source} title={text("open", { name: nameOf(message) })} onClick={open}>
        <img
          key={at}
          ref={untilGone}
          src={at ?? placeholder}
          alt={caption || nameOf(message)}
          width={isSticker ? stickerPx : previewPx}
          style={shape}
          decoding="async"
          referrerpolicy="no-referrer"
          onLoad={at === null ? undefined : done}
          onError={() => setBroken([...broken, source])}
        />
      </Away>
      {!isSticker && <Facts message={message} />}
    </div>
  );
}

function Film({ chatId, message }: MediaProps): JSX.Element {
  const { file = "" } = message;
  const [isBroken, setBroken] = useState(false);
  const [frame, isNear] = useNear<HTMLDivElement>();
  const poster = useLoadedPicture(pictureAddresses(chatId, message, ["thumb"])[0] ?? null, isNear);
  if (isBroken || !isWebAddress(file)) return <Missing message={message} />;
  return (
    <div class="film" ref={frame}>
      {/* biome-ignore lint/a11y/useMediaCaption: the sender of a video sends no captions. */}
      <video
        controls
        playsInline
        preload="none"
        width={previewPx}
        src={file}
        poster={poster}
        aria-label={nameOf(message)}
        onError={() => setBroken(true)}
      />
      <Facts message={message} />
    </div>
  );
}

function Sound({ message }: FileProps): JSX.Element {
  const { file = "" } = message;
  const [isBroken, setBroken] = useState(false);
  if (isBroken || !isWebAddress(file)) return <Missing message={message} />;
  return (
    <div class="sound">
      {/* biome-ignore lint/a11y/useMediaCaption: the sender of a voice message sends no captions. */}
      <audio controls preload="none" src={file} aria-label={nameOf(message)} onError={() => setBroken(true)} />
      <Facts message={message} />
    </div>
  );
}

/** The facts of a picture or recording; its name is a link too. */
function Facts({ message }: FileProps): JSX.Element {
  const { file = "" } = message;
  const facts = factsOf(message);
  return (
    <p class="file-facts">
      {isWebAddress(file) ? <Away url={file}>{nameOf(message)}</Away> : nameOf(message)}
      {facts !== "" && <span class="number">{facts}</span>}
    </p>
  );
}

/** Shown instead of a file that cannot be displayed. Source: CH-30, CH-52. */
function Missing({ message, isElsewhere = false }: FileProps & { readonly isElsewhere?: boolean }): JSX.Element {
  return (
    <div class="missing">
      {message.emoji !== undefined && <p class="in-place">{message.emoji}</p>}
      <FileLink
        message={message}
        note={text(isElsewhere ? "onOtherHost" : "notDisplayed", { kind: kindOf(message) })}
      />
    </div>
  );
}

function FileLink({ message, note }: FileProps & { readonly note?: string }): JSX.Element {
  const { file = "" } = message;
  const name = nameOf(message);
  return (
    <div class="file">
      <span class="file-icon">
        <Icon name="file" />
      </span>
      <div>
        {isWebAddress(file) ? <Away url={file}>{name}</Away> : <span>{name}</span>}
        <p class="number">{[note, factsOf(message)].filter(Boolean).join(" · ")}</p>
      </div>
    </div>
  );
}

function Place({ message: { latitude, longitude, title } }: FileProps): JSX.Element | null {
  if (latitude === undefined || longitude === undefined) return null;
  const coordinates = coordinatesOf(latitude, longitude);
  return (
    <div class="file">
      <span class="file-icon">
        <Icon name="place" />
      </span>
      <div>
        <Away url={mapOf(latitude, longitude)} title={text("showMap")}>
          {title || text("location")}
        </Away>
        <p class="number" dir="ltr">
          {coordinates}
        </p>
      </div>
    </div>
  );
}
