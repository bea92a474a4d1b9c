/** The link of an e-mail address; null for an invalid one, because forms and pages accept any text. */
export const mailAddress = (email: string): string | null =>
  /^[^\s@]+@[^\s@]+$/.test(email) ? `mailto:${encodeURIComponent(email).replace("%40", "@")}` : null;

/** The link of a phone number. */
export const phoneAddress = (phone: string): string | null =>
  /^\+?[\d\s().-]+$/.test(phone) && /\d/.test(phone) ? `tel:${phone.replace(/[^\d+]/g, "")}` : null;
