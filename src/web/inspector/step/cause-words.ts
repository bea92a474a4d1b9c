/** The cause of a turn as a readable sentence; the addresses of actors stay unchanged. */
export function wordsOfCause(cause: string): string {
  for (const [pattern, words] of patterns) if (pattern.test(cause)) return cause.replace(pattern, words);
  return cause;
}

/** Each cause pattern with its text. The text names the groups of the pattern. */
const patterns: readonly (readonly [pattern: RegExp, words: string])[] = [
  [/^deadline (\S+) of (\S+)$/, "Deadline $1 of $2 was reached"],
  [/^attempt (\d+) of (\S+)$/, "Attempt $1 of $2 ended"],
  [/^request of (\S+)$/, "A request of $1 ended"],
  [/^tell (\S+)$/, "An event of another conversation, in tell $1"],
  [/^socket (\S+)$/, "A page's socket, $1"],
  [/^configuration$/, "The configuration"],
  [/^removal$/, "The actor was removed"],
  [/^closed channel (\S+)$/, "channel/$1 was closed"],
  [/^removed agent (\S+)$/, "agent/$1 was removed"],
  [/^disconnected bot of chat (\S+)$/, "The bot of chat/$1 was disconnected"],
  // The id of the process that took the request, and the request's number there.
  [/^([\w-]{4,}-[0-9a-z]+)$/, "Request $1"],
];
