import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

const algorithm = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;
const channelCharacters = 32;

/**
 * Keeps the nodes' news to the nodes. Whoever may connect to the database may listen on every channel, and notify it: without the key of the
 * schema, news can neither be read nor made.
 */
export interface Seal {
  /** The channel of LISTEN and NOTIFY. */
  readonly channel: string;
  /** Returns a packet as the text of a notification, a third longer. */
  close(packet: string): string;
  /** Returns the packet, or null for a text that no node of this database made. */
  open(payload: string): string | null;
}

export function createSeal(keyOf: (purpose: string) => Buffer): Seal {
  const key = keyOf("news");
  return {
    channel: `parley_${keyOf("channel").toString("hex").slice(0, channelCharacters)}`,
    close(packet) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, key, nonce);
      const bytes = Buffer.concat([cipher.update(packet, "utf8"), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), bytes]).toString("base64");
    },
    open(payload) {
      const sealed = Buffer.from(payload, "base64");
      if (sealed.length < nonceBytes + tagBytes) return null;
      try {
        const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, nonceBytes), { authTagLength: tagBytes });
        decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
        return decipher.update(sealed.subarray(nonceBytes + tagBytes), undefined, "utf8") + decipher.final("utf8");
      } catch {
        // Any other text fails its check.
        return null;
      }
    },
  };
}
