import type { Socket } from "node:net";

/**
 * Breaks a connection. If the connection is already ending, it is destroyed instead. A reset of such a connection is refused, and
 * then Node keeps it forever and uses the processor when the process should exit.
 */
export function reset(socket: Socket): void {
  if (socket.writableEnded && !socket.writableFinished) socket.destroy();
  else socket.resetAndDestroy();
}
