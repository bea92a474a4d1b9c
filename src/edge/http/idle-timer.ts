import type { HttpResponse } from "uWebSockets.js";

/**
 * Restarts the idle timer that uWebSockets.js keeps for a connection. Only `resume` does this. It breaks reading on a connection that was not
 * paused, so `pause` is called first.
 */
export function restartIdleTimer(response: HttpResponse): void {
  response.pause();
  response.resume();
}
