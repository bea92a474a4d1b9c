/** The names of browser and system, for people. */
export interface Device {
  /** "Firefox 131"; null for an unknown browser. */
  readonly browser: string | null;
  /** "Windows"; null for an unknown system. */
  readonly system: string | null;
}

/** The first match wins, because most browsers also name the browsers that they are derived from. */
const browsers: readonly (readonly [name: string, pattern: RegExp])[] = [
  ["Edge", /\b(?:Edg|EdgA|EdgiOS|Edge)\/(\d+)/],
  ["Opera", /\b(?:OPR|OPiOS|Opera)\/(\d+)/],
  ["Samsung Internet", /\bSamsungBrowser\/(\d+)/],
  ["Yandex Browser", /\bYaBrowser\/(\d+)/],
  ["Vivaldi", /\bVivaldi\/(\d+)/],
  ["UC Browser", /\bUCBrowser\/(\d+)/],
  ["Firefox", /\b(?:Firefox|FxiOS)\/(\d+)/],
  ["Chrome", /\b(?:HeadlessChrome|Chrome|CriOS)\/(\d+)/],
  ["Internet Explorer", /\bMSIE (\d+)|\brv:(\d{1,9})[.\d]{0,9}\) like Gecko\b/],
  ["Safari", /\bVersion\/(\d{1,9})[.\d]{0,20}(?: Mobile\/\w{1,20})? Safari\//],
];
/** Windows sends the same number since version 10, macOS since 10.15, so that neither number is shown. */
const systems: readonly (readonly [name: string, pattern: RegExp])[] = [
  ["iPad", /\biPad\b/],
  ["iPhone", /\biPhone\b(?:.{0,80}?\bOS (\d+))?/],
  ["Android", /\bAndroid(?: (\d+))?/],
  ["Windows", /\bWindows\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["macOS", /\bMac OS X\b|\bMacintosh\b/],
  ["Linux", /\bLinux\b|\bX11\b/],
];
/** No real header is longer, and patterns stay fast on this length. */
const lengthMax = 1_000;

/** Reads the header `User-Agent`, which can contain any text. */
export function readUserAgent(userAgent: string): Device {
  const text = userAgent.slice(0, lengthMax);
  return { browser: find(browsers, text), system: find(systems, text) };
}

function find(known: typeof browsers, text: string): string | null {
  for (const [name, pattern] of known) {
    const found = pattern.exec(text);
    if (found === null) continue;
    const version = found.slice(1).find((part) => part !== undefined);
    return version === undefined ? name : `${name} ${version}`;
  }
  return null;
}
