import type { ContactKey } from "./contact-field.tsx";

/** The text direction of each field in any page language: a number starts with its plus sign. */
export const directions = {
  name: "auto",
  email: "ltr",
  phone: "ltr",
  description: "auto",
} as const satisfies Record<ContactKey, "auto" | "ltr">;
