const filePath = /^\/(files\/[^/]+|photos)\/[^/]+$/;
const photoPath = /\/photos\/([A-Za-z0-9_-]{32})$/;

/** The address of a photo that was uploaded to this service, by its token. */
export const photoAddress = (publicUrl: string, token: string): string => `${publicUrl}/photos/${token}`;

/** The token of such an address, `null` for any other. It identifies the photo, whatever the service's address was at the upload. */
export const photoToken = (address: string | null): string | null => photoPath.exec(address ?? "")?.[1] ?? null;

/** The path of a file of this service, `null` for a foreign address; `publicUrl` is the service's own. */
export function ownFilePath(publicUrl: string, address: string): string | null {
  const url = URL.parse(address, publicUrl);
  return url?.origin === new URL(publicUrl).origin && filePath.test(url.pathname) ? url.pathname : null;
}
