/**
 * Closes a socket that its page needs no more. Browsers complain on the console of one that is closed while it opens:
 * such a socket is closed as soon as it is open.
 */
export function closeSocket(socket: WebSocket): void {
  if (socket.readyState === connecting) socket.onopen = () => socket.close();
  else socket.close();
}

/** `WebSocket.CONNECTING`. */
const connecting = 0;
