/** The alphabet omits letters and digits that are easily confused when read aloud or copied by hand. */
const alphabet = "abcdefghjkmnpqrstuvwxyz23456789";
const groups = 5;
const groupLength = 4;

/** 20 random characters (99 bits) in groups, as the service generates them for new agents: `k3mf-8q2x-…`. */
export function makePassword(): string {
  const letters: string[] = [];
  const bytes = new Uint8Array(1);
  while (letters.length < groups * groupLength) {
    const [byte = 0] = crypto.getRandomValues(bytes);
    // Bytes from the last full multiple of the alphabet's length on are dropped, because they would make the first letters more likely.
    if (byte < 256 - (256 % alphabet.length)) letters.push(alphabet.charAt(byte % alphabet.length));
  }
  return Array.from({ length: groups }, (_, group) =>
    letters.slice(group * groupLength, (group + 1) * groupLength).join(""),
  ).join("-");
}
