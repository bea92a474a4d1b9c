const filePath = /^\/files\/[^/]+\/[^/]+$/;

/** The path of a file of this service, `null` when the address leads elsewhere; `publicUrl` is the service's own. */
export function ownFilePath(publicUrl: string, address: string): string | null {
  if (!URL.canParse(address, publicUrl)) return null;
  const { origin, pathname } = new URL(address, publicUrl);
  return origin === new URL(publicUrl).origin && filePath.test(pathname) ? pathname : null;
}
