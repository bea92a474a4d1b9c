import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import type { DeskMessage } from "../../../../codec/desk/desk.ts";
import { directionOf } from "../../../shared/language/languages.ts";
import { currentLanguage, textsOf } from "../../../shared/language/texts.ts";
import { exactTime } from "../../../shared/parts/times.ts";
import { leaving, useModal } from "../../../shared/ui/dialog.tsx";
import { Icon } from "../../../shared/ui/icon.tsx";
import { explained, named } from "../../../shared/ui/tooltip.ts";
import { messageTexts } from "../../texts/en/message.ts";
import { isWebAddress, nameOf, pictureAddresses } from "../message/message-facts.ts";
import type { Zoom } from "./zoom.ts";
import { turnZoom, wordsOfZoom, zoomBy } from "./zoom.ts";

interface ChatPicture {
  readonly seq: number;
  readonly name: string;
  /** The text of its message. */
  readonly caption: string;
  /** The addresses that the page may load, the picture itself first. */
  readonly addresses: readonly string[];
  /** The address from its sender. */
  readonly file: string;
  readonly atMs: number;
}

/** Every picture of a chat that can be shown here, in order. */
const picturesOfChat = (chatId: string, messages: readonly DeskMessage[]): readonly ChatPicture[] =>
  messages.flatMap((message) => {
    if (message.type !== "photo" && message.type !== "sticker") return [];
    const addresses = pictureAddresses(chatId, message, ["file", "thumb"]);
    if (addresses.length === 0) return [];
    const { seq, text: caption, file = "", at: atMs } = message;
    return [{ seq, name: nameOf(message), caption, addresses, file, atMs }];
  });

const text = textsOf("message", messageTexts);

/** The chat whose pictures are shown. */
export interface PicturesProps {
  readonly chatId: string;
  readonly messages: readonly DeskMessage[];
}

export interface LightboxProps extends PicturesProps {
  /** The message of the shown picture. */
  readonly seq: number;
  /** Shows another picture; null closes the lightbox. */
  readonly onShow: (seq: number | null) => void;
}

/** The pictures of a chat, one at a time over the page. Afterwards the focus returns to the page. */
export function Lightbox({ chatId, messages, seq, onShow }: LightboxProps): JSX.Element | null {
  const dialog = useModal(".lightbox-close");
  const image = useRef<HTMLImageElement>(null);
  const [zoom, setZoom] = useState<Zoom>("fit");
  const pictures = picturesOfChat(chatId, messages);
  const at = pictures.findIndex((picture) => picture.seq === seq);
  const picture = pictures[at];
  if (picture === undefined) return null;
  const move = (by: 1 | -1): void => {
    const next = pictures[at + by];
    if (next === undefined) return;
    setZoom("fit");
    onShow(next.seq);
  };
  const magnify = (steps: 1 | -1): void => {
    const { width = 0, naturalWidth = 0 } = image.current ?? {};
    setZoom(zoomBy(zoom, steps, naturalWidth === 0 ? 1 : width / naturalWidth));
  };
  const isMirrored = directionOf(currentLanguage()) === "rtl";
  const keys: Readonly<Record<string, () => void>> = {
    ArrowRight: () => move(isMirrored ? -1 : 1),
    ArrowLeft: () => move(isMirrored ? 1 : -1),
    "+": () => magnify(1),
    "=": () => magnify(1),
    "-": () => magnify(-1),
    "0": () => setZoom(turnZoom(zoom)),
  };
  const hear = (event: KeyboardEvent): void => {
    const run = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key];
    if (run === undefined) return;
    event.preventDefault();
    run();
  };
  return (
    <dialog
      ref={dialog}
      class="lightbox"
      aria-label={text("pictureOf", { name: picture.name, at: at + 1, total: pictures.length })}
      onKeyDown={hear}
      onCancel={leaving(() => onShow(null))}
    >
      <header>
        <p role="status">
          <b>{picture.name}</b>
          <span class="number">
            {pictures.length > 1 && `${text("placeOf", { at: at + 1, total: pictures.length })} · `}
            {exactTime(picture.atMs)}
          </span>
        </p>
        <Tool title={text("smaller")} words="−" onClick={() => magnify(-1)} />
        <button
          type="button"
          {...explained(text(zoom === "fit" ? "actualSize" : "fitWindow"))}
          onClick={() => setZoom(turnZoom(zoom))}
        >
          {wordsOfZoom(zoom)}
        </button>
        <Tool title={text("larger")} words="+" onClick={() => magnify(1)} />
        <Files picture={picture} />
        <button
          type="button"
          class="lightbox-tool lightbox-close"
          {...named(text("close"))}
          onClick={() => onShow(null)}
        >
          <Icon name="close" />
        </button>
      </header>
      <Shown key={picture.seq} picture={picture} zoom={zoom} image={image} onTurn={() => setZoom(turnZoom(zoom))} />
      {picture.caption !== "" && <p class="lightbox-caption">{picture.caption}</p>}
      <Step title={text("previous")} icon="back" isThere={at > 0} onClick={() => move(-1)} />
      <Step title={text("next")} icon="next" isThere={at < pictures.length - 1} onClick={() => move(1)} />
    </dialog>
  );
}

interface ToolProps {
  readonly title: string;
  readonly words: string;
  readonly onClick: () => void;
}

const Tool = ({ title, words, onClick }: ToolProps): JSX.Element => (
  <button type="button" class="lightbox-tool" {...named(title)} onClick={onClick}>
    {words}
  </button>
);

interface StepProps {
  readonly title: string;
  readonly icon: "back" | "next";
  readonly isThere: boolean;
  readonly onClick: () => void;
}

/** The button stays at the last picture, because a removed button would lose the focus. */
const Step = ({ title, icon, isThere, onClick }: StepProps): JSX.Element => (
  <button type="button" class={`lightbox-step ${icon}`} {...named(title)} aria-disabled={!isThere} onClick={onClick}>
    <Icon name={icon} />
  </button>
);

/** The picture for download, and the sender's original file. */
const Files = ({ picture: { addresses, name, file } }: { readonly picture: ChatPicture }): JSX.Element => (
  <>
    <a class="button" href={addresses[0] ?? file} download={name} {...named(text("download"))}>
      <Icon name="download" />
      <span>{text("download")}</span>
    </a>
    {isWebAddress(file) && (
      <a class="button" href={file} target="_blank" rel="noopener noreferrer" {...explained(text("openFile"))}>
        <Icon name="external" />
        <span>{text("asFile")}</span>
      </a>
    )}
  </>
);

interface ShownProps {
  readonly picture: ChatPicture;
  readonly zoom: Zoom;
  readonly image: { current: HTMLImageElement | null };
  readonly onTurn: () => void;
}

function Shown({ picture, zoom, image, onTurn }: ShownProps): JSX.Element {
  const [broken, setBroken] = useState(0);
  const [isLoaded, setLoaded] = useState(false);
  const address = picture.addresses[broken];
  if (address === undefined)
    return (
      <p class="lightbox-none" role="alert">
        {text("notLoaded")}
      </p>
    );
  const { naturalWidth = 0 } = image.current ?? {};
  const size = zoom === "fit" || naturalWidth === 0 ? {} : { width: `${naturalWidth * zoom}px` };
  return (
    <div class={`lightbox-frame ${zoom === "fit" ? "fit" : ""}`} aria-busy={!isLoaded}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the key for it is 0, and there is a button above. */}
      <img
        ref={image}
        src={address}
        alt={picture.caption || picture.name}
        style={size}
        referrerpolicy="no-referrer"
        onLoad={() => setLoaded(true)}
        onError={() => setBroken(broken + 1)}
        onClick={onTurn}
      />
    </div>
  );
}
