import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Wire } from "../edge/wire.ts";
import { openWire } from "../edge/wire.ts";
import type { ApiAnswer, Service } from "../harness/service.ts";

/** An uploaded file, as the API answers it. */
export interface UploadedFile {
  readonly file: string;
  readonly thumb?: string;
  readonly type: string;
  readonly file_name: string;
  readonly file_size: number;
  readonly mime_type: string;
}

/** Opens and accepts a chat of Kim with a client. Resolves with its id. */
export async function acceptedChat(service: Service, sender = "ann"): Promise<string> {
  await service.say(sender, "question");
  const token = await service.logIn("kim");
  const { body } = await service.call("GET", "/api/chats", { token });
  const id = body.chats.find(({ client }) => client.id === sender)?.id ?? "";
  await service.call("POST", `/api/chats/${id}/accept`, { token });
  return id;
}

export interface Upload {
  readonly token?: string;
  readonly query?: string;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Uploads a body to a chat as Kim, or as the owner of the given token. */
export async function upload(
  service: Service,
  chatId: string,
  body: Uint8Array<ArrayBuffer> | ReadableStream,
  { token, query = "name=photo.jpg", type = "image/jpeg", headers = {} }: Upload = {},
): Promise<
  Omit<ApiAnswer, "body"> & { readonly body: { file: UploadedFile; error: { code: string; message: string } } }
> {
  const isStream = body instanceof ReadableStream;
  const answer = await fetch(`${service.url}/api/chats/${chatId}/files?${query}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token ?? (await service.logIn("kim"))}`, "content-type": type, ...headers },
    body,
    ...(isStream ? { duplex: "half" as const } : {}),
  });
  return { status: answer.status, headers: answer.headers, body: JSON.parse(await answer.text()) };
}

/** After these bytes, the value of each byte would come again. */
const repeatedAfter = 65_536;

/** Bytes that are different at each border of pieces. */
export function bytesOf(count: number, seed = 1): Buffer<ArrayBuffer> {
  const first = Buffer.alloc(Math.min(count, repeatedAfter));
  for (let index = 0; index < first.length; index += 1) first[index] = index * 31 + (index >> 8) * 7 + seed;
  return count <= repeatedAfter ? first : Buffer.alloc(count, first);
}

/** Every file under the folder of files, by its path in it. */
export function filesIn(folder: string): readonly string[] {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return names.map(({ name, parentPath, path }) => join(parentPath ?? path, name).slice(folder.length + 1)).sort();
}

/** Sends the head of an upload by Kim on a raw connection. The test sends the body. */
export async function startUpload(service: Service, chatId: string, headers: readonly string[]): Promise<Wire> {
  const wire = await openWire(Number(new URL(service.url).port));
  const authorization = `Authorization: Bearer ${await service.logIn("kim")}`;
  const line = `POST /api/chats/${chatId}/files?name=a.bin HTTP/1.1`;
  wire.send([line, "Host: parley.test", authorization, ...headers, "", ""].join("\r\n"));
  return wire;
}
