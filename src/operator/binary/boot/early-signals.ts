const ignore = (): void => undefined;
const leave = (): never => process.exit(0);

/**
 * Handles signals until the service handles them: no work is in progress yet. Without a handler, SIGHUP, which requests a config reload,
 * would end the process, and SIGTERM would not end the first process of a container. Returns a function that removes these handlers.
 */
export function answerEarlySignals(): () => void {
  process.on("SIGHUP", ignore).on("SIGTERM", leave).on("SIGINT", leave);
  return () => void process.off("SIGHUP", ignore).off("SIGTERM", leave).off("SIGINT", leave);
}
