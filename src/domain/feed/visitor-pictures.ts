import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { ownFilePath } from "../../core/addresses/own-file.ts";
import { createLastUsed } from "../../core/bounds/last-used.ts";
import { asConversationKey } from "../../core/ids.ts";
import { undamaged, undamagedLater } from "../../core/rows/damaged-rows.ts";
import type { Pictures } from "../../ports/pictures.ts";
import type { Store } from "../../ports/store.ts";

/**
 * Addresses under which visitors' pages load external pictures. Only the service can sign an address, so that
 * nobody can make it fetch arbitrary addresses.
 */
export interface VisitorPictures {
  /** The address of the picture for a visitor's page. Own files keep their address; `null` when the picture is not shown. */
  addressOf(address: string): string | null;
  /** The signed address; `null` for a wrong signature. */
  open(signature: string, encoded: string): string | null;
}

const keyBytes = 32;
const keyFact = "picture-key";
const keyLock = asConversationKey(`lock/${keyFact}`);
const pathsKept = 1_000;

/**
 * The key of this installation's addresses. It is created once and stored, so that addresses outlive the process. Durable when it
 * resolves. A damaged key is replaced: pages with addresses of the old key get 404 for them until they load the chat again.
 */
export async function openPictureKey(store: Store): Promise<string> {
  const stored = await undamagedLater(() => store.read("fact", [keyFact]));
  if (stored !== undefined) return stored.text;
  const made = randomBytes(keyBytes).toString("base64url");
  let text: string | null = null;
  // A missing row cannot be locked: processes that start together wait for this name.
  while (text === null) {
    await store.commit({ conversations: [keyLock], rows: [{ table: "fact", key: [keyFact] }] }, (rows) => {
      if (!rows.hasLock(keyLock)) return [];
      const others = undamaged(() => rows.read("fact", [keyFact]));
      text = others?.text ?? made;
      return [{ table: "fact", key: [keyFact], row: { text } }];
    });
  }
  return text;
}

export function createVisitorPictures(key: string, pictures: Pictures, publicUrl: () => string): VisitorPictures {
  const sign = (address: string): string => createHmac("sha256", key).update(address).digest("base64url");
  /** A cache, because the same agents appear often; "" for a picture that is not shown. */
  const paths = createLastUsed<string, string>(pathsKept);
  const pathOf = (address: string): string =>
    pictures.isFetched(address) ? `/pictures/${sign(address)}/${Buffer.from(address).toString("base64url")}` : "";
  return {
    addressOf(address) {
      if (ownFilePath(publicUrl(), address) !== null) return address;
      const path = paths.get(address) ?? pathOf(address);
      paths.set(address, path);
      return path === "" ? null : publicUrl() + path;
    },
    open(signature, encoded) {
      const address = Buffer.from(encoded, "base64url").toString();
      const given = Buffer.from(signature);
      const expected = Buffer.from(sign(address));
      return given.length === expected.length && timingSafeEqual(given, expected) ? address : null;
    },
  };
}
