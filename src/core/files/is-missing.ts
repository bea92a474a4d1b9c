/** Whether the error says that the file or folder does not exist. */
export const isMissing = (error: unknown): boolean => Object(error).code === "ENOENT";
