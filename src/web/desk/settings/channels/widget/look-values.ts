import type { WidgetChannelAnswer } from "../../../../../codec/admin/channel-answer.ts";
import { currentLocale, textsOf } from "../../../../shared/language/texts.ts";
import type { Sentences } from "../../../../shared/parts/sentences.ts";
import { textColorOn } from "../../../../shared/ui/text-color.ts";
import { settingsChannelTabs } from "../../../texts/en/settings-channel-tabs.ts";
import {
  checkColor,
  checkLines,
  checkOptionalName,
  checkOptionalText,
  colorSentence,
  nameSentence,
} from "../../forms/checks.ts";

const text = textsOf("settings-channel-tabs", settingsChannelTabs);

/** The form values of a widget's look; empty for the widget's defaults. */
export interface LookValues {
  readonly color: string;
  readonly position: "left" | "right";
  readonly language: string;
  readonly title: string;
  readonly greeting: string;
  readonly sound: boolean;
  readonly contactsForm: boolean;
  readonly contactsFirst: boolean;
  readonly home: boolean;
  readonly suggestions: readonly string[];
}

export const toLookValues = ({
  look,
  contactsForm,
  contactsFirst,
  home,
  suggestions,
}: WidgetChannelAnswer): LookValues => ({
  color: look.color ?? "",
  position: look.position,
  language: look.language ?? "",
  title: look.title ?? "",
  greeting: look.greeting ?? "",
  sound: look.sound,
  contactsForm,
  contactsFirst,
  home,
  suggestions,
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
  position: () => text("sideWrong"),
  language: () => text("languageWrong"),
  title: nameSentence,
  greeting: () => text("greetingWrong"),
  sound: () => text("switchAgain"),
  contactsForm: () => text("switchAgain"),
  contactsFirst: () => text("switchAgain"),
  home: () => text("switchAgain"),
  suggestions: () => text("suggestionsWrong"),
};

const checkGreeting = checkOptionalText(255);

const checkSuggestions = checkLines(checkOptionalText(80), 4);

export const checkLook = ({ color, title, greeting, suggestions }: LookValues) => ({
  color: checkColor(color),
  title: checkOptionalName(title),
  greeting: checkGreeting(greeting),
  suggestions: checkSuggestions(suggestions),
});

/** The values that are not part of the look have keys of their own. */
const ownKeys: ReadonlySet<string> = new Set<keyof LookValues>([
  "contactsForm",
  "contactsFirst",
  "home",
  "suggestions",
]);

export function toLookChange(changed: Partial<LookValues>): object {
  const [own, look] = [true, false].map((isOwn) =>
    Object.fromEntries(
      Object.entries(changed).flatMap(([key, value]) =>
        ownKeys.has(key) === isOwn ? [[key, value === "" ? null : value]] : [],
      ),
    ),
  );
  return { ...(look && Object.keys(look).length > 0 && { look }), ...own };
}

/** The widget's default colour. */
export const ownColor = "#4f46e5";

/** The visible colour: the field's value if it is valid, else the default. */
export const seenColor = (color: string): string => (color !== "" && checkColor(color) === null ? color : ownColor);

/** The contrast of the text on the colour, and of the colour on a white page. Source: WCAG 2.2, 1.4.3. */
export function contrastWords(color: string): string {
  const words =
    textColorOn(color) === "#fff"
      ? text("whiteWords", { ratio: shown(contrast(color, "#ffffff")) })
      : text("blackWords", { ratio: shown(contrast(color, "#000000")) });
  const onWhite = contrast(color, "#ffffff");
  return `${words} ${text(onWhite < 3 ? "hardOnWhitePage" : "onWhitePage", { ratio: shown(onWhite) })}`;
}

/** The contrast ratio of two colours, from 1 to 21. */
export function contrast(left: string, right: string): number {
  const [dark = 0, light = 0] = [luminance(left), luminance(right)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const shown = (ratio: number): string =>
  (Math.floor(ratio * 10) / 10).toLocaleString(currentLocale(), { minimumFractionDigits: 1 });

function luminance(color: string): number {
  const part = (at: number): number => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5);
}
