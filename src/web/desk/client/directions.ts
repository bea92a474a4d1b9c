import type { ContactKey } from "./contact-field.tsx";

/** The text direction of each field in every page language. For example, a phone number always starts with its plus sign. */
export const directions = {
  name: "auto",
  email: "ltr",
  phone: "ltr",
  description: "auto",
} as const satisfies Record<ContactKey, "auto" | "ltr">;
