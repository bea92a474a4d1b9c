import { readdirSync, readFileSync } from "node:fs";
import t from "tap";
import { widgetLanguages } from "../../../src/core/widget-languages.ts";
import { textColorOn } from "../../../src/web/shared/ui/text-color.ts";
import { chooseLanguage } from "../../../src/web/widget/i18n/languages.ts";
import { createSpeech } from "../../../src/web/widget/i18n/speech.ts";
import type { Words } from "../../../src/web/widget/i18n/words.ts";

const folder = "src/web/widget/i18n";
const readWords = (language: string): Words => JSON.parse(readFileSync(`${folder}/${language}.json`, "utf8"));
const english = readWords("en");
const placeholders = (text: string): readonly string[] => [...(text.match(/\{\w+\}/g) ?? [])].sort();

t.test("every language has all texts, with the same placeholders", async (t) => {
  const files = readdirSync(folder).filter((name) => name.endsWith(".json"));
  t.same(files.sort(), widgetLanguages.map((language) => `${language}.json`).sort());
  for (const language of widgetLanguages) {
    const words = readWords(language);
    t.same(Object.keys(words), Object.keys(english), language);
    const { unread, ...plain } = words;
    for (const [key, text] of Object.entries(plain)) {
      t.ok(text.trim() === text && text !== "", `${language} ${key}`);
      t.same(placeholders(text), placeholders(String(english[key as keyof typeof english])), `${language} ${key}`);
    }
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
    t.same(Object.keys(unread).sort(), [...pluralCategories].sort(), `${language} has a form for each plural`);
    for (const form of Object.values(unread)) t.same(placeholders(form), ["{n}"]);
    t.match(createSpeech(language, language, words).unread(3), new Intl.NumberFormat(language).format(3));
  }
});

t.test("the widget chooses its language", async (t) => {
  const cases = [
    { forced: null, wanted: ["ja", "de-CH", "fr"], chosen: { language: "de", locale: "de-CH" } },
    { forced: null, wanted: ["ja", ""], chosen: { language: "en", locale: "en" } },
    { forced: null, wanted: ["EN-gb", "de"], chosen: { language: "en", locale: "EN-gb" } },
    { forced: null, wanted: ["constructor"], chosen: { language: "en", locale: "en" } },
    { forced: "fr", wanted: ["de", "fr-CA"], chosen: { language: "fr", locale: "fr-CA" } },
    { forced: "fr", wanted: ["de"], chosen: { language: "fr", locale: "fr" } },
  ];
  for (const { forced, wanted, chosen } of cases) t.same(chooseLanguage(forced, wanted), chosen, `${forced} ${wanted}`);
});

t.test("times under a day are relative; numbers and sizes are written as in the language", async (t) => {
  const { time, day, exact, size, number } = createSpeech("en", "en-GB", english);
  const now = new Date(2026, 4, 6, 12, 0, 30).getTime();
  const ago = (seconds: number): string => time(now - seconds * 1_000, now);
  t.same([-5, 0, 59, 60, 3_599, 3_600, 86_399].map(ago), [
    "now",
    "now",
    "now",
    "1 min ago",
    "59 min ago",
    "1 hr ago",
    "23 hr ago",
  ]);
  t.equal(ago(86_400), "12:00");
  const days = [0, 1, 2].map((back) => day(new Date(2026, 4, 6 - back, 23, 59).getTime(), now));
  t.same(days, ["today", "yesterday", "Monday 4 May"]);
  t.match(exact(now), /6 May 2026.*12:00/);
  t.same([size(400), size(1_200), size(2_345_678), number(1_000)], ["0.4 kB", "1.2 kB", "2.3 MB", "1,000"]);
});

t.test("text on a channel's colour has a contrast of at least 4.5:1", async (t) => {
  const luminance = (color: string): number => {
    const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
      const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  t.same(["#000000", "#ffffff", "#4f46e5", "#ffd166", "#777777", "#767676"].map(textColorOn), [
    "#fff",
    "#000",
    "#fff",
    "#000",
    "#000",
    "#fff",
  ]);
  for (let value = 0; value < 0x1000000; value += 65_521) {
    const color = `#${value.toString(16).padStart(6, "0")}`;
    const [low = 0, high = 0] = [luminance(color), textColorOn(color) === "#fff" ? 1 : 0].sort((a, b) => a - b);
    if ((high + 0.05) / (low + 0.05) < 4.5) t.fail(color);
  }
});
