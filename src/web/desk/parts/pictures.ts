const filePath = /^\/(files\/[^/]+|photos)\/[^/]+$/;

/** A picture, perhaps on another host. The page loads it through the service, so that the other host does not learn the viewer. */
export interface PictureSource {
  /** The original address. */
  readonly address: string | null;
  /** The service's address. */
  readonly route: string;
}

export const clientPicture = (chatId: string, address: string | null): PictureSource => ({
  address,
  route: `/api/chats/${chatId}/pictures/client`,
});

export const agentPicture = (agentId: number, address: string | null): PictureSource => ({
  address,
  route: `/api/agents/${agentId}/picture`,
});

/** A bot's picture. It is shown only if it is a file of the service, because the service fetches no other pictures of bots. */
export const botPicture = (address: string | null): PictureSource => {
  const path = address !== null && URL.canParse(address) ? new URL(address).pathname : "";
  return { address: filePath.test(path) ? path : null, route: "" };
};

export const messagePicture = (
  chatId: string,
  { seq }: { readonly seq: number },
  field: "file" | "thumb",
  address: string,
): PictureSource => ({ address, route: `/api/chats/${chatId}/pictures/${seq}-${field}` });

/** Whether the service fetches pictures of other hosts. */
const isFetched = (): boolean =>
  document.querySelector<HTMLMetaElement>('meta[name="remote-pictures"]')?.content !== "off";

/** Returns the address that an `<img>` may load, never one of another host; null if the picture cannot be shown. */
export function shownAt({ address, route }: PictureSource): string | null {
  if (address === null || !URL.canParse(address, location.href)) return null;
  const { origin, pathname } = new URL(address, location.href);
  const isFile = filePath.test(pathname);
  if (isFile && origin === location.origin) return address;
  // The page may have another host name than the service's files. The route works in both cases.
  return isFetched() || isFile ? `${route}?of=${digestOf(address)}` : null;
}

/** Whether an address of `shownAt` is a route of the service that may first request another host. */
export const comesThroughService = (shown: string): boolean => shown.startsWith("/api/");

/** A new picture of the same person has a new address. */
function digestOf(address: string): string {
  let digest = 0;
  for (let at = 0; at < address.length; at += 1) digest = (Math.imul(digest, 31) + address.charCodeAt(at)) >>> 0;
  return digest.toString(36);
}
