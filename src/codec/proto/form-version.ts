/**
 * The version of everything that is stored: rows, their keys, the contexts of actors. Each change of any of them adds one, and a step to the
 * schema of PostgreSQL. A data folder, a backup and a part of a journal say the version of the program that wrote it last: an earlier
 * program refuses it, because that program would drop or misread what it does not know.
 */
export const formVersion = 3;
