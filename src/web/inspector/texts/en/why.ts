import { whyTexts } from "../../../../codec/inspect/why-texts.ts";

/** The service writes the same sentences in English for its API. */
export const whyRoom = whyTexts;
