/** The characters that end an address in a mail header, or start a second one. Source: RFC 5322, section 3.4. */
const ends = '\\s@<>,;:"()\\[\\]\\\\';
export const emailPart = `[^${ends}\\u0000-\\u001f\\u007f-\\u009f]+`;

/** Whether a mail to this text, which has no control characters, goes to one address. */
export const isEmailAddress = (text: string): boolean => new RegExp(`^[^${ends}]+@[^${ends}]+$`).test(text);
