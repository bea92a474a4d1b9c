/** One writer: what it sent, what was answered with success, and what is stored, each in order. */
export interface Written {
  readonly who: string;
  readonly sent: readonly string[];
  readonly answered: readonly string[];
  readonly stored: readonly string[];
}

type Answered = Omit<Written, "sent">;

/** Returns texts that were answered with success and are not stored. Source: CH-19. */
export function missing({ who, answered, stored }: Answered): readonly string[] {
  const there = new Set(stored);
  return answered
    .filter((text) => !there.has(text))
    .map((text) => `${who}: "${short(text)}" was answered and is not stored`);
}

/** Checks that answered texts are stored at most once, in the order of their answers. Source: CH-23. */
export function disorder({ who, answered, stored }: Answered): readonly string[] {
  const known = new Set(answered);
  const found = stored.filter((text) => known.has(text));
  const there = new Set(found);
  const expected = answered.filter((text) => there.has(text));
  for (let at = 0; at < Math.max(found.length, expected.length); at += 1) {
    if (found[at] !== expected[at])
      return [`${who}: expected "${short(expected[at])}" at ${at}, found "${short(found[at])}"`];
  }
  return [];
}

/** Checks that only sent texts are stored, each complete, at most once, and in the order of sending. */
export function strange({ who, sent, stored }: Written): readonly string[] {
  let at = 0;
  for (const text of stored) {
    const found = sent.indexOf(text, at);
    if (found < 0) return [`${who}: "${short(text)}" is stored, which was not sent, or not there`];
    at = found + 1;
  }
  return [];
}

/** Returns the beginning of a text, which is different for each text of a test. */
const short = (text: string | undefined): string => text?.slice(0, 40) ?? "nothing";
