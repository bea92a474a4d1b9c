import { textsOf } from "../../../shared/language/texts.ts";
import { composerTexts } from "../../texts/en/composer.ts";

const text = textsOf("composer", composerTexts);

export interface Recording {
  /** Ends the recording; undefined when it is empty. */
  stop(): Promise<{ readonly file: File; readonly seconds: number } | undefined>;
  cancel(): void;
}

const secondMs = 1_000;

/** Records the microphone; resolves with a reason when this is not possible. */
export async function startRecording(): Promise<Recording | string> {
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
