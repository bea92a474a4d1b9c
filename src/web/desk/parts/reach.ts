/** Where a click on an e-mail address leads; null for what is none: forms and pages take anything. */
export const mailAddress = (email: string): string | null =>
  /^[^\s@]+@[^\s@]+$/.test(email) ? `mailto:${encodeURIComponent(email).replace("%40", "@")}` : null;

/** Where a click on a phone number leads. */
export const phoneAddress = (phone: string): string | null =>
  /^\+?[\d\s().-]+$/.test(phone) && /\d/.test(phone) ? `tel:${phone.replace(/[^\d+]/g, "")}` : null;
