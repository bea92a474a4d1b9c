/** Sets `window.__pwned` if it runs anywhere. The text before it names the field. */
const attack = [
  '"><img src=x onerror="window.__pwned=1"><script>window.__pwned=1</script>',
  "<svg/onload=window.__pwned=1>\u0024{window.__pwned=1}{{window.__pwned=1}}",
].join("");
/** Characters that reverse the reading direction and hide the text after them. */
const bidi = "\u202e\u2066";

/** The field's name, then scripts that run if the text is treated as markup or code. */
export const payload = (field: string, charactersMax = 255): string =>
  `${markOf(field)}${attack}${bidi}`.slice(0, charactersMax);

/** A link whose scheme runs a script. */
export const scriptUrl = (field: string): string => `javascript:window.__pwned=1//${field}`;
/** An address that may be shown as a link. It must not end its attribute. */
export const hostileUrl = (field: string): string =>
  `https://shop.example.com/${field}"><img/src=x/onerror=window.__pwned=1>`;

/** The text that a page must show literally. */
const markOf = (field: string): string => `«${field}»`;
/** The part of the attack that a reader must see after the mark, if the text is not cut off. */
export const readAs = (field: string): string => `${markOf(field)}"><img src=x onerror=`;

/** Files that would run scripts if the service served them as its own pages. */
export const hostileFiles = [
  { name: "page.html", type: "text/html", body: "<script>window.__pwned=1</script>" },
  {
    name: "picture.svg",
    type: "image/svg+xml",
    body: '<svg xmlns="http://www.w3.org/2000/svg" onload="window.__pwned=1"><script>window.__pwned=1</script></svg>',
  },
  {
    name: "page.xhtml",
    type: "application/xhtml+xml",
    body: '<html xmlns="http://www.w3.org/1999/xhtml"><script>1</script></html>',
  },
  { name: 'a"><img src=x onerror=window.__pwned=1>.txt', type: "text/plain", body: "words" },
  { name: "script.js", type: "text/javascript", body: "window.__pwned=1" },
  { name: "sniffed.png", type: "image/png", body: "<html><script>window.__pwned=1</script></html>" },
] as const;
