/**
 * One character of an address: no space, no angle or double quote, nothing that ends a sentence in scripts that write no space behind it,
 * with their quotes and brackets (general punctuation, CJK punctuation, full-width forms). More that is none can be added behind it.
 */
const plain = '[^\\s<>"\\xab\\xbb\\u060c-\\u061f\\u06d4\\u2010-\\u206f\\u3000-\\u303f\\uff00-\\uff65()[\\]{}';
/** A bracket that is opened in an address is closed in it, as in `/wiki/Chat_(online)`. */
const bracketed = `\\(${plain}]*\\)|\\[${plain}]*]|{${plain}]*}`;
/** A text is split by it: every second piece, from the second on, is an http or https address, which ends before what ends a sentence. */
export const address = RegExp(`(https?://(?:${plain}]|${bracketed})*(?:${plain}.,:;!?']|${bracketed}))`, "i");
