/** Why the bench cannot go on, in a sentence for a person; anything else that is thrown is a mistake of its own. */
export class BenchError extends Error {}
