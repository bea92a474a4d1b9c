import Type from "typebox";
import { about, flag, isHttpUrl, origins } from "./schema-parts.ts";

const clockTime = (description: string) =>
  Type.String({ pattern: "^([01]\\d|2[0-3]):[0-5]\\d$|^24:00$", ...about("a time like 09:30", description) });

/** Source: CALL-10. */
const callbackHours = Type.Refine(
  Type.Object(
    {
      days: Type.Array(
        Type.Integer({ minimum: 1, maximum: 7, ...about("a day, 1 for Monday to 7 for Sunday", "One of them.") }),
        {
          minItems: 1,
          maxItems: 7,
          uniqueItems: true,
          ...about("a list of days, 1 for Monday to 7 for Sunday, each once", "Which days."),
        },
      ),
      from: clockTime("The first minute."),
      to: clockTime("The minute after the last; 24:00 is the end of the day."),
    },
    { additionalProperties: false, ...about("an object whose from is before its to", "Hours of some days.") },
  ),
  isForward,
);

/** Calls that visitors ask for. Source: WJ-27, CALL-10. */
const callbackFields = {
  enabled: Type.Optional(flag("Visitors may ask for a call. False by default.")),
  balance: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      ...about(`a number from 0 to ${Number.MAX_SAFE_INTEGER}`, "The call balance; none is left at 0, the default."),
    }),
  ),
  hours: Type.Optional(
    Type.Array(callbackHours, {
      maxItems: 50,
      ...about("a list of at most 50 hours", "When calls may be asked for; always when empty, the default."),
    }),
  ),
  timeZone: Type.Optional(
    Type.Refine(
      Type.String({
        maxLength: 64,
        ...about("an IANA time zone like Europe/Berlin", "By whose clock hours count. UTC by default."),
      }),
      isTimeZone,
    ),
  ),
};

const aboutCallback = about("an object", "Calls that visitors ask for.");

/** The keys a channel of surface C has beside those of every channel. Source: WJ-21, WJ-27, CALL-10. */
export const widgetFields = {
  allowedOrigins: Type.Optional(origins("The web sites that may carry the widget; any when empty, the default.")),
  safeUrls: Type.Optional(
    Type.Array(
      Type.Refine(
        Type.String({ maxLength: 2048, ...about("an http or https URL or a domain", "One of them.") }),
        (value) => isHttpUrl(value) || isDomain(value),
      ),
      {
        maxItems: 100,
        ...about(
          "a list of at most 100 texts, each an http or https URL or a domain",
          "Where links of custom data may lead: these domains and those below them.",
        ),
      },
    ),
  ),
  callback: Type.Optional(Type.Object(callbackFields, { additionalProperties: false, ...aboutCallback })),
};

/** Times of which one is no time are refused for themselves. */
function isForward({ from, to }: { readonly from: unknown; readonly to: unknown }): boolean {
  return typeof from !== "string" || typeof to !== "string" || !isTime.test(from) || !isTime.test(to) || from < to;
}

const isTime = /^\d\d:\d\d$/;

/** A name of the time zone database; an offset such as `+02:00` is none. */
function isTimeZone(value: string): boolean {
  if (!/^[A-Za-z]/.test(value)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: value });
    return true;
  } catch {
    return false;
  }
}

/** As browsers read a host, so that names in any script count. */
function isDomain(value: string): boolean {
  return !/[\s/?#@:\\]/.test(value) && URL.canParse(`https://${value}`);
}
