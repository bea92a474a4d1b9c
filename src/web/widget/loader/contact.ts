import type { ContactFields } from "../bridge.types.ts";
import { labelMax, textMax } from "./limits.ts";
import type { Given } from "./texts.ts";
import { readTexts } from "./texts.ts";

const lengths = { name: labelMax, email: labelMax, phone: labelMax, description: textMax };

/** With `canClear`, empty texts are included, because they clear a field. Source: WJ-14, WJ-15. */
export const readContact = (given: Given, canClear = false): ContactFields => readTexts(given, lengths, canClear);
