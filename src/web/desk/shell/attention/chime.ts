import { playTones } from "../../../shared/browser/play-tones.ts";
import type { Alert } from "./alerts.ts";

/** A new chat has rising tones, a message one soft tone. */
const tones: Readonly<Record<Alert["kind"], readonly number[]>> = { chat: [587, 880], message: [660] };

export const chime = (kind: Alert["kind"]): void =>
  playTones({ hertz: tones[kind], apartSeconds: 0.14, lastsSeconds: 0.35, gain: 0.08 });
