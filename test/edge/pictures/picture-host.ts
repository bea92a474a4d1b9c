import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { createServer } from "node:http";
import { serveOnLoopback } from "../../../src/demo/cast/peer.ts";
import type { Ending } from "../../harness/temporary-folder.ts";

/** One red pixel. */
export const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==",
  "base64",
);

const thisMachine = ["127.0.0.0/8"];
/** With these options the service fetches pictures from this machine over plain http, as if it were another host. */
export const fetchingHere = {
  pictureNetworks: thisMachine,
  config: { outbound: { allow: thisMachine, allowHttp: true } },
};

export interface PictureHost {
  readonly url: string;
  readonly asked: readonly { readonly path: string; readonly headers: IncomingHttpHeaders }[];
}

/** The answer for each path: a body, or a function; 404 for any other path. */
export type PictureAnswers = Readonly<Record<string, Buffer | ((response: ServerResponse) => void)>>;

/** An external host on this machine, which is treated like any other host. It declares every answer as PNG. */
export async function openPictureHost(t: Ending, answers: PictureAnswers): Promise<PictureHost> {
  const asked: { readonly path: string; readonly headers: IncomingHttpHeaders }[] = [];
  const server = createServer(({ url = "", headers }, response) => {
    asked.push({ path: url, headers });
    const answer = answers[url];
    if (answer === undefined) response.writeHead(404).end();
    else if (typeof answer === "function") answer(response);
    else response.writeHead(200, { "content-type": "image/png", "set-cookie": "a=b" }).end(answer);
  });
  return { url: await serveOnLoopback(t, server), asked };
}
