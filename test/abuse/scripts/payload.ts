/** Sets `window.__pwned` wherever it runs; what stands before it names the field. */
const attack = [
  '"><img src=x onerror="window.__pwned=1"><script>window.__pwned=1</script>',
  "<svg/onload=window.__pwned=1>\u0024{window.__pwned=1}{{window.__pwned=1}}",
].join("");
/** Turns the reading round, and hides what follows. */
const bidi = "\u202e\u2066";

/** The field's name, then what would run if anybody took the text for markup or code. */
export const payload = (field: string, charactersMax = 255): string =>
  `${markOf(field)}${attack}${bidi}`.slice(0, charactersMax);

/** As a link of a scheme that runs. */
export const scriptUrl = (field: string): string => `javascript:window.__pwned=1//${field}`;
/** An address that may be shown as a link, and must not end its attribute. */
export const hostileUrl = (field: string): string =>
  `https://shop.example.com/${field}"><img/src=x/onerror=window.__pwned=1>`;

/** As it must stand on a page: literally. */
const markOf = (field: string): string => `«${field}»`;
/** What of the attack is to be read behind the mark where the text is not cut. */
export const readAs = (field: string): string => `${markOf(field)}"><img src=x onerror=`;

/** Pages that would run scripts if the service served them as pages of its own. */
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
