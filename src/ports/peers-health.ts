/** How a process stands among the others on the same store, as it knows at the moment of the question. */
export interface PeersHealth {
  /** Whether it hears what the others tell. */
  readonly isListening: boolean;
  /** How long the store has not answered this process, asked each second. */
  readonly silentMs: number;
  /** How many processes serve on the store, this one included. */
  readonly nodes: number;
}
