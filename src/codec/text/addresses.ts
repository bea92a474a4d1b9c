/**
 * One character of an address. Excluded are spaces, angle quotes, double quotes and backticks. Also excluded are the punctuation, quotes and
 * brackets of scripts that write no space after a sentence (general punctuation, CJK punctuation, full-width forms). The class is
 * open: other patterns add more excluded characters at its end.
 */
const plain = '[^\\s<>"`\\xab\\xbb\\u060c-\\u061f\\u06d4\\u2010-\\u206f\\u3000-\\u303f\\uff00-\\uff65()[\\]{}';
/** A pair of brackets inside an address, as in `/wiki/Chat_(online)`. */
const bracketed = `\\(${plain}]*\\)|\\[${plain}]*]|{${plain}]*}`;
/** Splits a text: every second piece, from the second on, is an http or https address. Punctuation after an address is not part of it. */
export const address = RegExp(`(https?://(?:${plain}]|${bracketed})*(?:${plain}.,:;!?']|${bracketed}))`, "i");
