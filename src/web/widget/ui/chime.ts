let audio: AudioContext | undefined;
let last: OscillatorNode | undefined;

/** Two short soft tones; nothing before the visitor has touched the page, when browsers forbid sound. */
export function chime(): void {
  if (!navigator.userActivation?.hasBeenActive) return;
  audio ??= new AudioContext();
  const player = audio;
  void player.resume();
  for (const [index, hertz] of [660, 880].entries()) {
    const tone = new OscillatorNode(player, { frequency: hertz });
    const volume = new GainNode(player, { gain: 0 });
    const startSeconds = player.currentTime + index * 0.12;
    volume.gain.setValueAtTime(0, startSeconds);
    volume.gain.linearRampToValueAtTime(0.06, startSeconds + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.001, startSeconds + 0.3);
    tone.connect(volume).connect(player.destination);
    tone.start(startSeconds);
    tone.stop(startSeconds + 0.3);
    last = tone;
    // One that runs on keeps the loudspeaker and a processor awake.
    tone.onended = () => void (tone === last && player.suspend());
  }
}
