import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { textsOf } from "../../../shared/language/texts.ts";
import { Icon } from "../../../shared/parts/icon.tsx";
import { tell } from "../../shell/notices.tsx";
import { composerTexts } from "../../texts/en/composer.ts";
import { lengthOf } from "../message/message-facts.ts";
import type { Tray } from "./tray.ts";

const text = textsOf("composer", composerTexts);

const secondMs = 1_000;

/** Records a voice message into the tray. Source: CH-59. */
export function Recorder({ tray }: { readonly tray: Tray }): JSX.Element | null {
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
  if (seconds.value === null)
    return (
      <button
        type="button"
        class="quiet tool"
        title={text("recordVoice")}
        aria-label={text("recordVoice")}
        onClick={() => void begin()}
      >
        <Icon name="mic" />
      </button>
    );
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
