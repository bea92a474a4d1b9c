/** Whether the system said that there is no such file or folder. */
export const isMissing = (error: unknown): boolean => Object(error).code === "ENOENT";
