/**
 * Closes a socket that its page does not need. Browsers log an error if a socket is closed while it opens,
 * so such a socket is closed as soon as it is open.
 */
export function closeSocket(socket: WebSocket): void {
  if (socket.readyState === connecting) socket.onopen = () => socket.close();
  else socket.close();
}

/** `WebSocket.CONNECTING`. */
const connecting = 0;
