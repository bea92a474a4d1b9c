const lapDigits = 6;
const numberPattern = /^Message (\d{6}) of (\w+)\./;
const personText = "Let me talk to a person.";
/** One message in this many asks for a person. */
const personEvery = 25;

/** The text of a customer of the day. It contains the writer and the number of the writer's earlier messages. */
export const dayText = (
  writer: string,
  lap: number,
  rest = "Where is my parcel? It was promised for last week.",
): string => `Message ${String(lap).padStart(lapDigits, "0")} of ${writer}. ${rest}`;

/** A text to a bot. Some texts ask for a person. */
export const textToBot = (writer: string, at: number, lap: number): string =>
  (at + lap) % personEvery === personEvery - 1 ? dayText(writer, lap, personText) : dayText(writer, lap);

export const wantsPerson = (text: string): boolean => text.endsWith(personText);

/** Returns `null` for a text that `dayText` did not make. */
export function readDayText(text: string): { readonly writer: string; readonly lap: number } | null {
  const [, lap, writer] = numberPattern.exec(text) ?? [];
  return lap === undefined || writer === undefined ? null : { writer, lap: Number(lap) };
}

/** The text of an agent's reply. */
export const agentText = (desk: number, number: number): string =>
  `Reply ${String(number).padStart(lapDigits, "0")} of desk ${desk}. It is on its way and will be with you tomorrow.`;
