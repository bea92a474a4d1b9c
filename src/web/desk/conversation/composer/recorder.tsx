import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { textsOf } from "../../../shared/language/texts.ts";
import { Icon } from "../../../shared/parts/icon.tsx";
import { tell } from "../../shell/notices.tsx";
import { composerTexts } from "../../texts/en/composer.ts";
import { lengthOf } from "../message/media-facts.ts";
import type { Recording } from "./recording.ts";
import { startRecording } from "./recording.ts";
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
