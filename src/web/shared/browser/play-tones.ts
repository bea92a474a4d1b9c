export interface Tones {
  /** One after the other. */
  readonly hertz: readonly number[];
  /** From the start of one to that of the next. */
  readonly apartSeconds: number;
  readonly lastsSeconds: number;
  /** At its loudest; 1 is all there is. */
  readonly gain: number;
}

const risesSeconds = 0.02;
const silence = 0.001;
let audio: AudioContext | undefined;
let last: OscillatorNode | undefined;

/** Plays soft tones; nothing before somebody has touched the page, when browsers forbid sound. */
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
    // A context that runs on keeps the loudspeaker and a processor awake.
    tone.onended = () => void (tone === last && player.suspend());
  }
}
