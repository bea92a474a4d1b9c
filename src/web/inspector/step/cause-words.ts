/** What made a turn happen, as a sentence of a person; actors in it stay as they are written. */
export function wordsOfCause(cause: string): string {
  for (const [pattern, words] of causes) if (pattern.test(cause)) return cause.replace(pattern, words);
  return cause;
}

const causes: readonly (readonly [pattern: RegExp, words: string])[] = [
  [/^deadline (\S+) of (\S+)$/, "Deadline $1 of $2 was reached"],
  [/^attempt (\d+) of (\S+)$/, "Attempt $1 of $2 came to its end"],
  [/^request of (\S+)$/, "A request of $1 came to its end"],
  [/^tell (\S+)$/, "Told by another conversation, in tell $1"],
  [/^socket (\S+)$/, "A page's socket, $1"],
  [/^configuration$/, "The configuration"],
  [/^removal$/, "It was removed"],
  [/^closed channel (\S+)$/, "channel/$1 was closed"],
  [/^removed agent (\S+)$/, "agent/$1 was removed"],
  [/^disconnected bot of chat (\S+)$/, "The bot of chat/$1 was disconnected"],
  // Of the process that took it, and its number there.
  [/^([\w-]{4,}-[0-9a-z]+)$/, "Request $1"],
];
