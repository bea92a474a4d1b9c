import type { HttpResponse, TemplatedApp } from "uWebSockets.js";
import { us_socket_local_port } from "uWebSockets.js";

/** Reads a complete JSON body and passes it to `use`, unless the client has disconnected by then. */
export function takeJson<Body>(response: HttpResponse, use: (body: Body) => void): void {
  let isAborted = false;
  let before: Buffer[] | null = null;
  response.onAborted(() => {
    isAborted = true;
  });
  response.onData((chunk, isLast) => {
    if (isAborted) return;
    if (isLast && before === null) return use(JSON.parse(Buffer.from(chunk).toString()) as Body);
    // uWebSockets.js reuses the chunk's memory after the call.
    before = [...(before ?? []), Buffer.from(chunk.slice(0))];
    if (isLast) use(JSON.parse(Buffer.concat(before).toString()) as Body);
  });
}

/** The positive answer on every surface. */
export const answerOk = (response: HttpResponse): void => {
  response.writeHeader("Content-Type", "application/json").end('{"result":"ok"}');
};

/** Takes a JSON body and answers with the result of `work`, which may be slow. */
export function answerJson<Body>(response: HttpResponse, work: (body: Body) => Promise<object>): void {
  const answer = async (body: Body): Promise<void> => {
    const result = JSON.stringify(await work(body));
    response.cork(() => response.writeHeader("Content-Type", "application/json").end(result));
  };
  takeJson<Body>(response, (body) => void answer(body));
}

/** Uses a free port and prints the line that the bench waits for. */
export function listen(name: string, app: TemplatedApp): void {
  app.listen("127.0.0.1", 0, (socket) => {
    if (!socket) throw new Error(`${name} found no free port on 127.0.0.1`);
    console.log(`${name} ready http://127.0.0.1:${us_socket_local_port(socket)}`);
  });
}
