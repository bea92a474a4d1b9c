/** Equal numbers have the same digits, however they are written; two leading zeros mean a plus. */
export const digitsOf = (phone: string): string => phone.replace(/\D/g, "").replace(/^00/, "");

const digitsMax = 15;
const between = "[\\s().-]*";
/** The form of a number with this many digits, for schemas. */
export const phonePattern = (digitsMin: number): string =>
  `^${between}(?:\\+${between})?(?:[0-9]${between}){${digitsMin},${digitsMax}}$`;

const lengthMax = 40;

/** A number that people write and that can be dialled. Source: WJ-26. */
export const isPhoneNumber = (text: string): boolean =>
  text.length <= lengthMax && /^\+?([ ().-]*\d){7,15}[ ().-]*$/.test(text);

/** A number that a caller's phone shows: inside a telephone system numbers are shorter. */
export const isCallerNumber = (text: string): boolean =>
  text.length <= lengthMax && /^\+?([ ().-]*\d){1,15}[ ().-]*$/.test(text);
