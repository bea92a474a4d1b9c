/**
 * Fits the page into the part of the screen that a phone's keyboard leaves, so that the keyboard never covers the composer. A page that is
 * zoomed keeps its height. Returns a function that ends it.
 */
export function followShownHeight(): () => void {
  const { visualViewport: shown } = globalThis;
  if (!shown) return () => undefined;
  const fit = (): void => {
    if (shown.scale === 1) document.documentElement.style.setProperty("--shown-height", `${shown.height}px`);
  };
  shown.addEventListener("resize", fit);
  return () => shown.removeEventListener("resize", fit);
}
