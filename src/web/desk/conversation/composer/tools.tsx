import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { textsOf } from "../../../shared/language/texts.ts";
import { press } from "../../../shared/parts/press.ts";
import type { IconName } from "../../../shared/ui/icon.tsx";
import { Icon } from "../../../shared/ui/icon.tsx";
import { named } from "../../../shared/ui/tooltip.ts";
import { tell } from "../../shell/notices.tsx";
import { composerTexts } from "../../texts/en/composer.ts";
import { lengthOf } from "../message/message-facts.ts";
import { EmojiLater } from "./emoji-later.tsx";
import type { Tray } from "./tray.ts";

const text = textsOf("composer", composerTexts);

interface ToolsProps {
  readonly isReply: boolean;
  readonly isEmpty: boolean;
  readonly tray: Tray;
  /** Files were chosen. */
  readonly onAttached: () => void;
  readonly onInsert: (piece: string) => void;
  readonly onCanned: () => void;
  readonly onSend: () => void;
}

/** The tools under the field: files, emoji, canned replies, and the button that sends. */
export function Tools({ isReply, isEmpty, tray, onAttached, onInsert, onCanned, onSend }: ToolsProps): JSX.Element {
  const picker = useRef<HTMLInputElement>(null);
  const emojiButton = useRef<HTMLButtonElement>(null);
  const isEmojiOpen = useSignal(false);
  const closeEmoji = (): void => {
    isEmojiOpen.value = false;
    emojiButton.current?.focus();
  };
  return (
    <div class="tools">
      {isReply && (
        <>
          <input
            ref={picker}
            type="file"
            multiple
            hidden
            aria-label={text("files")}
            onChange={({ currentTarget }) => {
              tray.add([...(currentTarget.files ?? [])]);
              currentTarget.value = "";
              onAttached();
            }}
          />
          <Tool icon="attach" title={text("attach")} onClick={() => picker.current?.click()} />
        </>
      )}
      <button
        ref={emojiButton}
        type="button"
        class="icon-button"
        {...named(text("emoji"))}
        aria-expanded={isEmojiOpen.value}
        onClick={() => (isEmojiOpen.value = !isEmojiOpen.value)}
      >
        <Icon name="emoji" />
      </button>
      <Tool icon="canned" title={text("cannedKey")} onClick={onCanned} />
      {isReply && <Recorder tray={tray} />}
      <span class="keys-hint">{text("keysHint")}</span>
      <button type="button" class="primary send" {...press(isEmpty ? nothingToSend(isReply) : null, onSend)}>
        <Icon name={isReply ? "send" : "note"} />
        {text(isReply ? "send" : "addNote")}
      </button>
      {isEmojiOpen.value && (
        <EmojiLater
          onClose={closeEmoji}
          onPick={(emoji) => {
            isEmojiOpen.value = false;
            onInsert(emoji);
          }}
        />
      )}
    </div>
  );
}

const nothingToSend = (isReply: boolean): string => text(isReply ? "nothingToSend" : "noteEmpty");

interface ToolProps {
  readonly icon: IconName;
  readonly title: string;
  readonly onClick: () => void;
}

const Tool = ({ icon, title, onClick }: ToolProps): JSX.Element => (
  <button type="button" class="icon-button" {...named(title)} onClick={onClick}>
    <Icon name={icon} />
  </button>
);

const secondMs = 1_000;

/** Records a voice message into the tray. Source: CH-59. */
function Recorder({ tray }: { readonly tray: Tray }): JSX.Element | null {
  const seconds = useSignal<number | null>(null);
  const recording = useRef<Recording | null>(null);
  useEffect(() => () => recording.current?.cancel(), []);
  useEffect(() => {
    if (seconds.value === null) return undefined;
    const timer = setTimeout(() => (seconds.value = (seconds.value ?? 0) + 1), secondMs);
    return () => clearTimeout(timer);
  }, [seconds.value]);
  const begin = async (): Promise<void> => {
    const started = await startRecording();
    if (typeof started === "string") return tell(started, "failed");
    recording.current = started;
    seconds.value = 0;
  };
  const end = async (isKept: boolean): Promise<void> => {
    const { current } = recording;
    recording.current = null;
    seconds.value = null;
    if (!isKept) return current?.cancel();
    const recorded = await current?.stop();
    if (recorded !== undefined) tray.add([recorded.file], { duration: recorded.seconds });
  };
  if (!("MediaRecorder" in globalThis)) return null;
  if (seconds.value === null) return <Tool icon="mic" title={text("recordVoice")} onClick={() => void begin()} />;
  return (
    <fieldset class="recording" aria-label={text("recording")}>
      <span class="number" role="timer">
        {text("recordingFor", { length: lengthOf(seconds.value) })}
      </span>
      <button type="button" class="small" onClick={() => void end(true)}>
        {text("done")}
      </button>
      <button type="button" class="small" onClick={() => void end(false)}>
        {text("discard")}
      </button>
    </fieldset>
  );
}

interface Recording {
  /** Ends the recording; undefined when it is empty. */
  stop(): Promise<{ readonly file: File; readonly seconds: number } | undefined>;
  cancel(): void;
}

/** Records the microphone; resolves with a reason when this is not possible. */
async function startRecording(): Promise<Recording | string> {
  if (navigator.mediaDevices === undefined) return text("onlySecure");
  let stream: MediaStream;
  try {
    stream = await navigator.mediaDevices.getUserMedia({ audio: true });
  } catch (error) {
    return whyNot(error);
  }
  const recorder = new MediaRecorder(stream);
  const startedAtMs = performance.now();
  const pieces: Blob[] = [];
  recorder.ondataavailable = ({ data }) => data.size > 0 && pieces.push(data);
  const ended = new Promise<void>((resolve) => {
    recorder.onstop = () => resolve();
  });
  const stop = async (): Promise<void> => {
    if (recorder.state !== "inactive") recorder.stop();
    await ended;
    for (const track of stream.getTracks()) track.stop();
  };
  recorder.start();
  return {
    async stop() {
      const seconds = Math.max(1, Math.round((performance.now() - startedAtMs) / secondMs));
      await stop();
      const [type = "audio/webm"] = recorder.mimeType.split(";", 1);
      return pieces.length === 0 ? undefined : { file: new File(pieces, nameFor(type), { type }), seconds };
    },
    cancel: () => void stop(),
  };
}

const nameFor = (type: string): string => `voice-message.${type === "audio/mp4" ? "m4a" : type.replace("audio/", "")}`;

function whyNot(error: unknown): string {
  const name = error instanceof DOMException ? error.name : "";
  if (name === "NotFoundError") return text("noMicrophone");
  if (name === "NotAllowedError") return text("notAllowed");
  return text("microphoneFailed");
}
