import type { WidgetChannelAnswer } from "../../../../../codec/admin/channel-answer.ts";
import type { Sentences } from "../../../../shared/parts/sentences.ts";
import { textColorOn } from "../../../../shared/styles/text-color.ts";
import { checkColor, checkOptionalName, checkOptionalText, colorSentence, nameSentence } from "../../forms/checks.ts";

/** A widget's look as a form has it; empty for what is the widget's own. */
export interface LookValues {
  readonly color: string;
  readonly position: "left" | "right";
  readonly language: string;
  readonly title: string;
  readonly greeting: string;
  readonly sound: boolean;
  readonly contactsForm: boolean;
}

export const toLookValues = ({ look, contactsForm }: WidgetChannelAnswer): LookValues => ({
  color: look.color ?? "",
  position: look.position,
  language: look.language ?? "",
  title: look.title ?? "",
  greeting: look.greeting ?? "",
  sound: look.sound,
  contactsForm,
});

export const lookPlaces = {
  color: "look.color",
  position: "look.position",
  language: "look.language",
  title: "look.title",
  greeting: "look.greeting",
  sound: "look.sound",
} as const;

export const lookSentences: Sentences<LookValues> = {
  color: colorSentence,
  position: "Choose the left or the right side.",
  language: "Choose one of these languages.",
  title: nameSentence,
  greeting: "Enter a greeting of 255 characters at most.",
  sound: "Switch it on or off again.",
  contactsForm: "Switch it on or off again.",
};

const checkGreeting = checkOptionalText(255);

export const checkLook = ({ color, title, greeting }: LookValues) => ({
  color: checkColor(color),
  title: checkOptionalName(title),
  greeting: checkGreeting(greeting),
});

export function toLookChange({ contactsForm, ...look }: Partial<LookValues>): object {
  const change = Object.fromEntries(Object.entries(look).map(([key, value]) => [key, value === "" ? null : value]));
  return {
    ...(Object.keys(change).length > 0 && { look: change }),
    ...(contactsForm !== undefined && { contactsForm }),
  };
}

/** What the widget has when no colour is set. */
export const ownColor = "#4f46e5";

/** The colour that is seen: what stands in the field as far as it is one. */
export const seenColor = (color: string): string => (color !== "" && checkColor(color) === null ? color : ownColor);

/** How well the words on the colour are read, and the colour on a white page. Source: WCAG 2.2, 1.4.3. */
export function contrastWords(color: string): string {
  const text = textColorOn(color);
  const name = text === "#fff" ? "White" : "Black";
  return `${name} words on it: ${shown(contrast(color, text === "#fff" ? "#ffffff" : "#000000"))} to 1. The colour on a white page: ${shown(contrast(color, "#ffffff"))} to 1${contrast(color, "#ffffff") < 3 ? ", hard to find there" : ""}.`;
}

/** 1 to 21. */
export function contrast(left: string, right: string): number {
  const [dark = 0, light = 0] = [luminance(left), luminance(right)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const shown = (ratio: number): string => (Math.floor(ratio * 10) / 10).toFixed(1);

function luminance(color: string): number {
  const part = (at: number): number => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5);
}
