export const causes = {
  deadline: "Deadline {id} of {actor} was reached",
  attempt: "Attempt {number} of {actor} ended",
  request: "A request of {actor} ended",
  tell: "An event of another conversation, in tell {id}",
  socket: "A page's socket, {id}",
  configuration: "The configuration",
  removal: "The actor was removed",
  closed: "{actor} was closed",
  removed: "{actor} was removed",
  botDisconnected: "The bot of {actor} was disconnected",
  process: "Request {id}",
} as const;
