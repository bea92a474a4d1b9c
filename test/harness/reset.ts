import type { Socket } from "node:net";

/**
 * Breaks a connection. One whose end is on its way is closed instead: a reset of it is refused, and Node then keeps it
 * for good, spinning when the process is to exit.
 */
export function reset(socket: Socket): void {
  if (socket.writableEnded && !socket.writableFinished) socket.destroy();
  else socket.resetAndDestroy();
}
