export const exportRoom = {
  savePicture: "Save picture",
  saveAs: "Save as",
  picture: "Picture",
  text: "Text",
  notSaved: "The file could not be saved: {reason}",
  notReached: "The service could not be reached.",
  answered: "The service answered the question for the chart with status {status}.",
  pictureTitle: {
    one: "Chat {id}, 1 step, as of {day}, {time}",
    other: "Chat {id}, {n} steps, as of {day}, {time}",
  },
} as const;
