import type { ContactKey } from "./contact-field.tsx";

/** The direction of what is known, whatever the language of the page: a number begins with its plus sign. */
export const directions = {
  name: "auto",
  email: "ltr",
  phone: "ltr",
  description: "auto",
} as const satisfies Record<ContactKey, "auto" | "ltr">;
