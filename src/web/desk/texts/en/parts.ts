export const parts = {
  noOtherChats: "No other chats.",
  showMore: "Show more",
  noAgent: "No agent",
  openNow: "Open now",
  nothingSaid: "Nothing was said",

  copy: "Copy",
  copyOf: "Copy {label}",
  copied: "Copied",
  selected: "Selected: press {keys}",

  exporting: "Exporting: {count}",
  exportStopped: "Export stopped at {count}",
  tryingAgain: "{reason} Trying again…",
  goOn: "Continue",
  fileNotOpened: "The file could not be opened: {error}",
  fileNotWritten: "The file could not be written: {error}",

  notSentForADay: "It could not be sent for a day. Check whether it is still correct.",
} as const;
