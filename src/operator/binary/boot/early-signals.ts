const ignore = (): void => undefined;
const leave = (): never => process.exit(0);

/**
 * Answers signals that come before the service hears them itself: it has nothing in hand yet. By itself SIGHUP, which asks it to read its
 * config file again, would end the process, and the first process of a container would not end by SIGTERM. Returns what leaves them to the service.
 */
export function answerEarlySignals(): () => void {
  process.on("SIGHUP", ignore).on("SIGTERM", leave).on("SIGINT", leave);
  return () => void process.off("SIGHUP", ignore).off("SIGTERM", leave).off("SIGINT", leave);
}
