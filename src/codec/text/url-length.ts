/** Code points of a URL. Presigned addresses of storage services have 2 to 4 KB. Source: LIM-05. */
export const urlLengthMax = 8_192;

/** The start of each URL that is taken. */
export const httpUrlPattern = "^[hH][tT][tT][pP][sS]?://.";
