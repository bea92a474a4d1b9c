import type { HttpResponse } from "uWebSockets.js";

/**
 * Sets the server's own idle timer of a connection anew. Only resuming does; it deafens a connection that was not paused, so both are
 * called.
 */
export function restartIdleTimer(response: HttpResponse): void {
  response.pause();
  response.resume();
}
