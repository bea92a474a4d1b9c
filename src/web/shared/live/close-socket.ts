/**
 * Closes a socket that its page no longer needs. Browsers log an error when a socket is closed while it opens:
 * such a socket is closed as soon as it is open.
 */
export function closeSocket(socket: WebSocket): void {
  if (socket.readyState === connecting) socket.onopen = () => socket.close();
  else socket.close();
}

/** `WebSocket.CONNECTING`. */
const connecting = 0;
