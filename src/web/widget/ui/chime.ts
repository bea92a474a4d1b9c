let audio: AudioContext | undefined;

/** Two short soft tones; nothing before the visitor has touched the page, when browsers forbid sound. */
export function chime(): void {
  if (!navigator.userActivation?.hasBeenActive) return;
  audio ??= new AudioContext();
  for (const [index, hertz] of [660, 880].entries()) {
    const tone = new OscillatorNode(audio, { frequency: hertz });
    const volume = new GainNode(audio, { gain: 0 });
    const startSeconds = audio.currentTime + index * 0.12;
    volume.gain.setValueAtTime(0, startSeconds);
    volume.gain.linearRampToValueAtTime(0.06, startSeconds + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.001, startSeconds + 0.3);
    tone.connect(volume).connect(audio.destination);
    tone.start(startSeconds);
    tone.stop(startSeconds + 0.3);
  }
}
