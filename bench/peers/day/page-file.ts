import { createHash } from "node:crypto";
import { widgetChannelId } from "../../load/service/service.ts";

/** A file a visitor sends, made of its own name. */
export interface PageFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Larger than what is written in one piece with its message. */
const fileBytes = 20_000;

export function makeFile(name: string): PageFile {
  const line = createHash("sha256").update(name).digest("hex");
  return { name, bytes: Buffer.from(line.repeat(Math.ceil(fileBytes / line.length))) };
}

/** The address it lies at, or why it was not taken: a status, `null` when no answer came. Its name is its id, so that a repeat is the same message. */
export async function postFile(
  url: string,
  visitor: string,
  { name, bytes }: PageFile,
): Promise<{ readonly file: string } | { readonly status: number | null }> {
  try {
    const response = await fetch(`${url}/widget/${widgetChannelId}/files?name=${name}&id=${name}`, {
      method: "POST",
      headers: { authorization: `Bearer ${visitor}`, "content-type": "text/plain" },
      body: new Uint8Array(bytes),
    });
    const body: unknown = await response.json();
    return response.status === 201 ? (body as { readonly file: string }) : { status: response.status };
  } catch {
    // Whoever killed the service knows why.
    return { status: null };
  }
}

/** Whether the service gives the bytes back. Its address may name the one before the kill. */
export async function isIntact(url: string, address: string, { bytes }: PageFile): Promise<boolean> {
  const response = await fetch(new URL(new URL(address).pathname, url));
  return response.ok && Buffer.from(await response.arrayBuffer()).equals(bytes);
}
