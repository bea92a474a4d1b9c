/** Names the page in tabs and in the browser's history. */
export function setTitle(what: string): void {
  document.title = what === "" ? "Parley inspector" : `${what} · Parley inspector`;
}
