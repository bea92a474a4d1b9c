/** Attributes of texts that stay English in every language: names of states, events and effects, addresses, and messages of the service. */
export const english = { lang: "en", dir: "ltr" } as const;
