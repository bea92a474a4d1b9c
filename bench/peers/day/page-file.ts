import { createHash } from "node:crypto";
import { widgetChannelId } from "../../load/service/service.ts";

/** A file that a visitor sends. Its bytes are made from its name. */
export interface PageFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Larger than a file that is stored in one piece with its message. */
const fileBytes = 20_000;

export function makeFile(name: string): PageFile {
  const line = createHash("sha256").update(name).digest("hex");
  return { name, bytes: Buffer.from(line.repeat(Math.ceil(fileBytes / line.length))) };
}

/**
 * Returns the file's address, or the status of the refusal; `null` without an answer. The name is the file's id, so that a repeat
 * is the same message.
 */
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
    // The bench has killed the service on purpose.
    return { status: null };
  }
}

/** Returns whether the service returns the same bytes. The address may contain the service's URL from before the kill. */
export async function isIntact(url: string, address: string, { bytes }: PageFile): Promise<boolean> {
  const response = await fetch(new URL(new URL(address).pathname, url));
  return response.ok && Buffer.from(await response.arrayBuffer()).equals(bytes);
}
