let onSignal = (): void => undefined;

// Installed when this module is loaded, because without a listener the signal ends the process.
process.on("SIGHUP", () => onSignal());

/** Sets the listener for SIGHUP and replaces the one before. Until the first call the signal does nothing. */
export function onHangUp(listener: () => void): void {
  onSignal = listener;
}
