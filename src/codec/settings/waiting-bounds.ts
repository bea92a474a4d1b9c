/** One day. */
export const waitingMaxMs = 86_400_000;
