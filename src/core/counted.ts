/** A number with its noun in English: "1 step", "2,005 steps". */
export const counted = (n: number, one: string, other = `${one}s`): string =>
  `${n.toLocaleString("en")} ${n === 1 ? one : other}`;
