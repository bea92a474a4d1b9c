/**
 * The version of everything that is stored: rows, their keys, the contexts of actors. Each change of one of them increases it by
 * one and adds a step to the schema of PostgreSQL. A data folder, a backup and a part of a journal contain the version of the
 * program that wrote them last. An earlier program rejects them, because it would drop or misread the parts that it does not know.
 */
export const formVersion = 3;
