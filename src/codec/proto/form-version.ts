/**
 * The version of everything that is stored: rows, their keys, the contexts of actors. Each change of one of them increases it by
 * one, adds a step to the schema of PostgreSQL, and raises the version in the layout file of an earlier folder. A data folder, a backup
 * and a part of a journal contain the version of the program that wrote them last. An earlier program rejects them, because it would
 * drop or misread the parts that it does not know.
 */
export const formVersion = 1;
