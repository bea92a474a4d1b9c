/** The search in the messages of a chat. */
export const findTexts = {
  find: "Find in this chat",
  placeOf: "{at} of {total}",
  placeOfMore: "{at} of {total} or more",
  searchingOlder: "Searching older messages…",
  nothingFound: "Nothing found",
  older: "Older place (Enter)",
  newer: "Newer place (Shift+Enter)",
  close: "Close (Escape)",
  notOpened: "The search could not be loaded.",
} as const;
