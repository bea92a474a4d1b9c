/**
 * The version of everything that is stored: rows, their keys, the contexts of actors. Each change of one of them increases it by
 * one, adds a step to the schema of PostgreSQL, and raises the version in the layout file of an earlier folder. A data folder, a backup
 * and a part of a journal contain the version of the program that wrote them last. An earlier program rejects them, because it would
 * drop or misread the parts that it does not know.
 */
export const formVersion = 7;

/** The versions before it are from before the first release. */
export const firstFormVersion = 4;
/** The end of the sentence that refuses such a version. */
export const fromBeforeFirst = `this program reads them from ${firstFormVersion} on. A version of the service from before the first release wrote it; no later one reads it.`;
