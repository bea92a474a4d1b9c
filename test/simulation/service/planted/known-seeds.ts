/** A seed that finds each planted bug: the first one from 1. */
export const knownSeeds: Readonly<Record<string, number>> = {};
