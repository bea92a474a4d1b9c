const filePath = /^\/(files\/[^/]+|photos)\/[^/]+$/;
const photoPath = /\/photos\/([A-Za-z0-9_-]{32})$/;

/** The address of a photo that was put here, by its token. */
export const photoAddress = (publicUrl: string, token: string): string => `${publicUrl}/photos/${token}`;

/** The token of such an address, `null` for any other; it says whose photo it is, whatever the service was called when it was put here. */
export const photoToken = (address: string | null): string | null => photoPath.exec(address ?? "")?.[1] ?? null;

/** The path of a file of this service, `null` when the address leads elsewhere; `publicUrl` is the service's own. */
export function ownFilePath(publicUrl: string, address: string): string | null {
  if (!URL.canParse(address, publicUrl)) return null;
  const { origin, pathname } = new URL(address, publicUrl);
  return origin === new URL(publicUrl).origin && filePath.test(pathname) ? pathname : null;
}
