let heard = (): void => undefined;

// From the moment this is loaded: by itself the signal would end the process, in whatever it is at.
process.on("SIGHUP", () => heard());

/** Does this at each SIGHUP, in place of what was done before; nothing is done at first. */
export function onHangUp(listener: () => void): void {
  heard = listener;
}
