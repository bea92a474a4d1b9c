import type en from "./en.json";

/**
 * The texts of the widget, by key. `{…}` marks a value that is filled in. A text with a number has one form for each plural of the
 * language. The widget loads the file of its one language.
 */
export type Words = Omit<typeof en, "unread"> & { readonly unread: Readonly<Record<string, string>> };
/** The key of a text without plural forms. */
export type WordKey = Exclude<keyof Words, "unread">;
