import type { Alert } from "./alerts.ts";

let audio: AudioContext | undefined;
let last: OscillatorNode | undefined;

/** A new chat rises, a message is one soft tone. */
const tones: Readonly<Record<Alert["kind"], readonly number[]>> = { chat: [587, 880], message: [660] };

/** Nothing before the agent has touched the page, when browsers forbid sound. */
export function chime(kind: Alert["kind"]): void {
  if (!navigator.userActivation?.hasBeenActive) return;
  audio ??= new AudioContext();
  const player = audio;
  void player.resume();
  for (const [index, hertz] of tones[kind].entries()) {
    const tone = new OscillatorNode(player, { frequency: hertz });
    const volume = new GainNode(player, { gain: 0 });
    const startSeconds = player.currentTime + index * 0.14;
    volume.gain.setValueAtTime(0, startSeconds);
    volume.gain.linearRampToValueAtTime(0.08, startSeconds + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.001, startSeconds + 0.35);
    tone.connect(volume).connect(player.destination);
    tone.start(startSeconds);
    tone.stop(startSeconds + 0.35);
    last = tone;
    // One that runs on keeps the loudspeaker and a processor awake.
    tone.onended = () => void (tone === last && player.suspend());
  }
}
