import type { MessageName } from "./desk-listener.ts";
import { runName } from "./message-load.ts";

const lapDigits = 6;

/** The body of a customer's message, as `messages.lua` makes it. ASCII. */
export function customerMessage({ run, sender, lap }: MessageName): string {
  const id = `c${sender}`;
  const number = String(lap).padStart(lapDigits, "0");
  const text = `Message ${number} of ${id} in run ${runName(run)}. Where is my parcel? It was promised for last week.`;
  return `{"sender":{"id":"${id}","name":"Client ${id}"},"message":{"type":"text","text":"${text}","id":"${runName(run)}-${id}-${number}"}}`;
}
