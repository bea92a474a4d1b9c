import type { Wire } from "../edge/wire.ts";
import { openWire } from "../edge/wire.ts";
import type { Service } from "../harness/service.ts";

/** The request of a page, and the origin of the page. */
export interface SentFile {
  readonly visitor?: string;
  readonly id?: string;
  readonly name?: string;
  readonly type?: string;
  readonly widget?: string;
  /** Further parameters, as written in the address. */
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface FileAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: { readonly seq: number; readonly file: string; readonly error: { code: string; message: string } };
}

/** Sends a file as a visitor's page does. */
export async function sendFile(
  { url }: Pick<Service, "url">,
  body: Uint8Array<ArrayBuffer>,
  { visitor, id = "f1", name = "photo.jpg", type = "image/jpeg", widget = "MOBILEAPP1", query = "", headers }: SentFile,
): Promise<FileAnswer> {
  const answer = await fetch(
    `${url}/widget/${widget}/files?name=${encodeURIComponent(name)}&id=${encodeURIComponent(id)}${query}`,
    {
      method: "POST",
      headers: {
        ...(visitor === undefined ? {} : { authorization: `Bearer ${visitor}` }),
        "content-type": type,
        ...headers,
      },
      body,
    },
  );
  return { status: answer.status, headers: answer.headers, body: JSON.parse(await answer.text()) };
}

/** Sends the head of a file on a raw connection, by default for 5 bytes. The test sends the bytes itself. */
export async function startFile({ url }: Pick<Service, "url">, visitor: string, id: string, bytes = 5): Promise<Wire> {
  const wire = await openWire(Number(new URL(url).port));
  const line = `POST /widget/MOBILEAPP1/files?name=a.bin&id=${id} HTTP/1.1`;
  wire.send([line, "Host: a", `Authorization: Bearer ${visitor}`, `Content-Length: ${bytes}`, "", ""].join("\r\n"));
  return wire;
}
