/** However a number is written, it is found by its digits; two leading zeros are a plus. */
export const digitsOf = (phone: string): string => phone.replace(/\D/g, "").replace(/^00/, "");
