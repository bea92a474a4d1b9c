export interface Tones {
  /** The tones in their order. */
  readonly hertz: readonly number[];
  /** The time from the start of one tone to the start of the next. */
  readonly apartSeconds: number;
  readonly lastsSeconds: number;
  /** The gain at the loudest moment; 1 is the maximum. */
  readonly gain: number;
}

const risesSeconds = 0.02;
const silence = 0.001;
let audio: AudioContext | undefined;
let last: OscillatorNode | undefined;

/** Whether the user has acted on the page. Browsers forbid sound until then. */
export const canPlay = (): boolean => navigator.userActivation?.hasBeenActive;

/** Plays soft tones, if the browser allows it. */
export function playTones({ hertz, apartSeconds, lastsSeconds, gain }: Tones): void {
  if (!canPlay()) return;
  audio ??= new AudioContext();
  const player = audio;
  void player.resume();
  hertz.forEach((frequency, index) => {
    const tone = new OscillatorNode(player, { frequency });
    const volume = new GainNode(player, { gain: 0 });
    const startSeconds = player.currentTime + index * apartSeconds;
    volume.gain.setValueAtTime(0, startSeconds);
    volume.gain.linearRampToValueAtTime(gain, startSeconds + risesSeconds);
    volume.gain.exponentialRampToValueAtTime(silence, startSeconds + lastsSeconds);
    tone.connect(volume).connect(player.destination);
    tone.start(startSeconds);
    tone.stop(startSeconds + lastsSeconds);
    last = tone;
    // A context that stays active keeps the loudspeaker and a processor busy.
    tone.onended = () => void (tone === last && player.suspend());
  });
}
