/** The bench cannot continue, for the reason in the error's message. Any other error is a bug of the bench. */
export class BenchError extends Error {}
