import type { GeoFacts } from "../../../../machines/chat/client.types.ts";
import { describeCall } from "../../../../machines/chat/steps/visitor-steps.ts";
import type { CallSummary } from "../../../../machines/tells.ts";
import type { DeskChat, DeskMessage } from "../../../codec/desk/desk.ts";
import { textsOf } from "../../shared/language/texts.ts";
import { timeInZone } from "../../shared/parts/times.ts";
import { clientTexts } from "../texts/en/client.ts";

const text = textsOf("client", clientTexts);

export const isRunning = ({ status }: CallSummary): boolean => status !== "end" && status !== "error";

/** The kind of the call, as a heading. */
export const nameOfCall = ({ type }: CallSummary): string => text(type);

/** The state of the call. `agent` is the agent whose phone rings or who is on the line. Source: CALL-04. */
export function describeStatus({ type, status, reason }: CallSummary, agent: string | null): string {
  switch (status) {
    case "start":
      if (type === "incoming") return text("clientCalls");
      return agent === null ? text("ringingAgent") : text("ringing", { agent });
    case "agent_connected":
      return agent === null ? text("agentOnTheLine") : text("onTheLine", { agent });
    case "client_connected":
      return text("clientOnTheLine");
    case "end":
      return text("ended");
    case "error":
      return reason === null ? text("callFailedSomehow") : text("callFailed", { reason });
  }
}

/** The start and end of the call, as far as the loaded messages contain them. */
export interface CallTimes {
  readonly startedAtMs: number | null;
  readonly endedAtMs: number | null;
}

export function timesOfCall(call: CallSummary, messages: readonly DeskMessage[]): CallTimes {
  const timeOf = (line: string): number | null =>
    messages.findLast(({ from, type, text }) => from === "system" && type === "event" && text === line)?.at ?? null;
  const startedAtMs = timeOf(describeCall({ ...call, status: "start" }));
  const endedAtMs = isRunning(call) ? null : timeOf(describeCall(call));
  return { startedAtMs, endedAtMs: startedAtMs === null ? null : endedAtMs };
}

/** "4:05", "1:02:30". */
export function lengthOf(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  const [hours = 0, minutes = 0, rest = 0] = parts;
  const two = (part: number): string => String(part).padStart(2, "0");
  return hours === 0 ? `${minutes}:${two(rest)}` : `${hours}:${two(minutes)}:${two(rest)}`;
}

/** The reason why the client cannot be called now; null when a call is possible. */
export function whyNoCall({ state, call, client }: DeskChat, hasTelephony: boolean): string | null {
  if (!hasTelephony) return text("noTelephony");
  if (state === "closed") return text("chatClosed");
  if (call !== null && isRunning(call)) return text("callRuns");
  if (client.phone === null) return text("phoneUnknown");
  return null;
}

/** "London, England, United Kingdom"; empty when nothing is known. */
export function describePlace({ city, region, country }: GeoFacts): string {
  // A city with the same name as its region is listed once.
  return [city, region === city ? "" : region, country].filter((part) => part !== "").join(", ");
}

/**
 * The time zone of a place, if its country has one time or a zone named after the city; null when it is unknown.
 * `nowMs`: zones of one country can have the same time only in summer.
 */
export function timeZoneOf({ country_code, city }: GeoFacts, nowMs: number): string | null {
  const zones = zonesOf(country_code);
  const [first] = zones;
  if (first === undefined) return null;
  const named = zones.find((zone) => cityOf(zone) === city.toLowerCase());
  if (named !== undefined) return named;
  const shown = timeInZone(first, nowMs);
  return zones.every((zone) => timeInZone(zone, nowMs) === shown) ? first : null;
}

/** The browser's time zones of a country; older browsers have none. */
interface Locale extends Intl.Locale {
  readonly timeZones?: readonly string[];
  getTimeZones?(): readonly string[];
}

function zonesOf(countryCode: string): readonly string[] {
  if (!/^[A-Z]{2}$/.test(countryCode)) return [];
  const locale: Locale = new Intl.Locale(`und-${countryCode}`);
  return locale.getTimeZones?.() ?? locale.timeZones ?? [];
}

const cityOf = (zone: string): string =>
  zone
    .slice(zone.lastIndexOf("/") + 1)
    .replaceAll("_", " ")
    .toLowerCase();

/** The names of browser and system, for people. */
interface Device {
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
