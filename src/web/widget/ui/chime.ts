import { playTones } from "../../shared/browser/play-tones.ts";

/** Plays two short soft tones. */
export const chime = (): void => playTones({ hertz: [660, 880], apartSeconds: 0.12, lastsSeconds: 0.3, gain: 0.06 });
