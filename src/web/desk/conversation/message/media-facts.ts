import type { DeskMessage } from "../../../../codec/desk/desk.ts";
import { sizeOf } from "../../parts/size-of.ts";

const secondsOfMinute = 60;
const secondsOfHour = 3_600;

/** "3:05", "1:00:07". */
export function lengthOf(seconds: number): string {
  const [hours, rest] = [Math.floor(seconds / secondsOfHour), Math.round(seconds % secondsOfHour)];
  const minutes = Math.floor(rest / secondsOfMinute);
  const padded = (value: number): string => String(value).padStart(2, "0");
  const ofHour = `${hours > 0 ? padded(minutes) : minutes}:${padded(rest % secondsOfMinute)}`;
  return hours > 0 ? `${hours}:${ofHour}` : ofHour;
}

/** The facts of a file besides its name: "Queen – One Vision · 3:05 · 482 kB". Source: CH-52. */
export function factsOf({ performer, title, duration, width, height, file_size }: DeskMessage): string {
  const name = [performer, title].filter(Boolean).join(" – ");
  return [
    name,
    duration !== undefined && lengthOf(duration),
    width !== undefined && height !== undefined && `${width} × ${height}`,
    file_size !== undefined && sizeOf(file_size),
  ]
    .filter(Boolean)
    .join(" · ");
}

/** Returns for example "52.52, 13.405", with as many digits as a map can show. */
export const coordinatesOf = (latitude: number, longitude: number): string =>
  [latitude, longitude].map((degrees) => String(Number(degrees.toFixed(6)))).join(", ");

/** The link of a map with a mark at the place; nothing is fetched before a click. */
export const mapOf = (latitude: number, longitude: number): string =>
  `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`;
