/** The process of a socket: the part of the socket's id before the dot. */
export const processOf = (socketId: string): string => socketId.split(".", 1)[0] ?? socketId;
