/** The bench cannot go on, for the reason in its message. Any other error is a bug of the bench. */
export class BenchError extends Error {}
