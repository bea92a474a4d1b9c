import type { ComponentChild, ComponentChildren, JSX } from "preact";
import { address } from "../../../codec/text/addresses.ts";
import type { MarkdownPart } from "../../../codec/text/markdown.ts";
import type { Line, LineFile, LocalReason, Model } from "../body/model.types.ts";
import type { Speech } from "../i18n/speech.ts";
import { hide } from "./header.tsx";
import { Icon } from "./icon.tsx";
import { drawPreview } from "./preview.ts";
import { reasonIn } from "./reasons.ts";
import type { View, Viewed } from "./view.types.ts";

const minuteMs = 60_000;

const isTogether = (a: Line | undefined, b: Line | undefined): boolean =>
  a !== undefined && b !== undefined && isSameSender(a, b) && minuteOf(a) === minuteOf(b);
const isSameSender = (a: Line, b: Line): boolean =>
  a.from === b.from && a.agent?.name === b.agent?.name && (a.chat === b.chat || a.chat === "" || b.chat === "");
const minuteOf = ({ atMs }: Line): number => Math.floor(atMs / minuteMs);

/** Draws all lines of a conversation in groups by sender and minute, with a mark for each day. */
export function Lines({ view }: Viewed): JSX.Element {
  const { speech, nowMs, model } = view;
  const { lines } = model;
  const firstUnread = lines.filter(({ from }) => from !== "client").at(-model.unread);
  return (
    <>
      {lines.map((line, index) => {
        const [last, next] = [lines[index - 1], lines[index + 1]];
        const day = speech.day(line.atMs, nowMs);
        return [
          (last === undefined || speech.day(last.atMs, nowMs) !== day) && (
            <li key={`day ${line.key}`} class="day">
              {day}
            </li>
          ),
          <Bubble
            key={line.key}
            view={view}
            line={line}
            isNamed={line.from !== "client" && (last === undefined || !isSameSender(last, line))}
            isFirst={!isTogether(last, line)}
            isLast={!isTogether(line, next)}
            isFresh={model.unread > 0 && line === firstUnread}
          />,
          isEnded(line, next, model) && (
            <li key={`end ${line.key}`} class="day">
              {speech.words.ended}
            </li>
          ),
        ];
      })}
    </>
  );
}

/** Whether the line is the last of a closed chat. */
const isEnded = ({ chat }: Line, next: Line | undefined, model: Model): boolean =>
  chat !== "" && next?.chat !== chat && !(model.isChatting && model.chat?.id === chat);

interface BubbleProps extends Viewed {
  readonly line: Line;
  readonly isNamed: boolean;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly isFresh: boolean;
}

function Bubble({ view, line, isNamed, isFirst, isLast, isFresh }: BubbleProps): JSX.Element {
  const { speech } = view;
  const isOwn = line.from === "client";
  const name = isOwn ? speech.words.you : nameOf(line, view);
  const marks = [isOwn && "own", isFirst && "first", isFresh && "fresh"].filter(Boolean).join(" ");
  return (
    <li class={`line ${marks}`} data-chat={line.chat}>
      {isNamed ? <p class="name">{name}</p> : <span class="hush">{name}: </span>}
      <Said line={line} speech={speech} />
      {line.state === "failed" ? (
        <Failure view={view} line={line} />
      ) : (
        (isLast || isWaiting(line, view)) && <Meta view={view} line={line} />
      )}
    </li>
  );
}

const nameOf = ({ agent }: Line, { look, speech }: View): string => agent?.name || look.title || speech.words.chat;

/** Returns true if the line will be sent when there is a connection again. */
const isWaiting = ({ state }: Line, { model }: View): boolean => state === "sending" && model.link !== "live";

const Meta = ({ view, line }: Viewed & { readonly line: Line }): JSX.Element => (
  <p class="meta">
    <time title={view.speech.exact(line.atMs)}>
      <span aria-hidden="true">{view.speech.time(line.atMs, view.nowMs)}</span>
      <span class="hush">{view.speech.exact(line.atMs)}</span>
    </time>
    {isWaiting(line, view) && `· ${view.speech.words.notYet}`}
    {line.from === "client" && line.state !== "failed" && (
      <span title={view.speech.words[line.state]}>
        <Icon name={line.state} />
        <span class="hush">{view.speech.words[line.state]}</span>
      </span>
    )}
  </p>
);

/** A line that failed for this reason would fail at every retry. */
const tooBig: LocalReason = "too_big";

function Failure({ view, line }: Viewed & { readonly line: Line }): JSX.Element {
  const { actions, speech } = view;
  const { words } = speech;
  return (
    <p class="meta failure">
      <span>
        {words.failed}
        {line.reason && `: ${reasonIn(words, line.reason)}`}
      </span>
      {line.reason !== tooBig && (
        <button type="button" class="link" onClick={() => actions.retry(line.key)}>
          {words.retry}
        </button>
      )}
      <button type="button" class="link" onClick={() => actions.discard(line.key)}>
        {words.discard}
      </button>
    </p>
  );
}

const away = { target: "_blank", rel: "noopener noreferrer" } as const;
const isSafe = (url: string): boolean => /^(https?:|mailto:|tel:)/i.test(url);

interface SaidProps {
  readonly line: Line;
  readonly speech: Speech;
}

/** Draws the content of a line: its file or place, then its text. The text is shown unchanged. */
function Said({ line, speech }: SaidProps): JSX.Element {
  const { file, place, text, quote } = line;
  return (
    <div class="said">
      {quote && (
        <blockquote dir="auto">
          {quote.from === "client" && `${speech.words.you}: `}
          {quote.text || speech.words.file}
        </blockquote>
      )}
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
