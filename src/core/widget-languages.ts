/** The languages the widget speaks, as BCP 47 names them; the first one is what it falls back to. */
export const widgetLanguages = ["en", "de", "es", "fr", "it", "pt", "ar"] as const;
