/** The languages of the widget, as BCP 47 names them; the first one is the fallback. */
export const widgetLanguages = ["en", "de", "es", "fr", "it", "pt", "ar"] as const;
