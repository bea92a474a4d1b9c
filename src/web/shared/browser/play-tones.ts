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

/** Plays soft tones. Before the first user action on the page it plays nothing, because browsers forbid sound until then. */
export function playTones({ hertz, apartSeconds, lastsSeconds, gain }: Tones): void {
  if (!navigator.userActivation?.hasBeenActive) return;
  audio ??= new AudioContext();
  const player = audio;
  void player.resume();
  for (const [index, frequency] of hertz.entries()) {
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
  }
}
