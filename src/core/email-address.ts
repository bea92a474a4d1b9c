/** Excludes the characters that would end an address in a mail header, or start a second address. Source: RFC 5322, section 3.4. */
export const emailPart = '[^\\s@<>,;:"()\\[\\]\\\\\\u0000-\\u001f\\u007f-\\u009f]+';
export const emailLengthMax = 254;
const oneAddress = new RegExp(`^${emailPart}@${emailPart}$`, "u");

/** Whether a mail to this text goes to one address. */
export const isEmailAddress = (text: string): boolean => text.length <= emailLengthMax && oneAddress.test(text);
