import type { TemplatedApp } from "uWebSockets.js";
import { us_socket_local_port } from "uWebSockets.js";

/** Uses a free port and prints the line that the bench waits for. */
export function listen(name: string, app: TemplatedApp): void {
  app.listen("127.0.0.1", 0, (socket) => {
    if (!socket) throw new Error(`${name} found no free port on 127.0.0.1`);
    console.log(`${name} ready http://127.0.0.1:${us_socket_local_port(socket)}`);
  });
}
