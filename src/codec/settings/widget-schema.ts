import type { TSchema } from "typebox";
import Type from "typebox";
import { widgetLanguages } from "../../core/widget-languages.ts";
import { about, flag, isHttpUrl, name, origins } from "../schema/schema-parts.ts";
import type { SecretSchema } from "../schema/secret-schema.ts";
import { httpUrlPattern, urlLengthMax } from "../text/url-length.ts";

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
      ...about(
        `a number from 0 to ${Number.MAX_SAFE_INTEGER}`,
        "The number of callbacks that can still be answered. Each answered callback lowers it by 1. The default is 0. A number in the config file sets it at the first start that reads another number than before.",
      ),
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

/** The look and sound of a widget. Any colour is allowed, because the widget chooses a text colour with enough contrast. */
export const lookFields = {
  color: Type.String({
    pattern: "^#[0-9A-Fa-f]{6}$",
    ...about("# and 6 hexadecimal digits, like #1f6feb", "The widget's colour; its own when absent."),
  }),
  position: Type.Union(
    [Type.Literal("left"), Type.Literal("right")],
    about('"left" or "right"', "The side of the page it stands on; right by default."),
  ),
  language: Type.Enum(
    [...widgetLanguages],
    about(
      `one of ${widgetLanguages.map((language) => `"${language}"`).join(", ")}`,
      "The language of the widget. If it is absent, the widget uses the language of the visitor's browser.",
    ),
  ),
  title: name("Stands in the head of the window while no agent has the chat; the widget's own words when absent."),
  greeting: Type.String({
    maxLength: 255,
    pattern: "\\S",
    ...about("1 to 255 characters, not blank", "Stands below the title; the widget's own words when absent."),
  }),
  sound: flag("Whether a new message makes a sound, unless the visitor switches the sound off. True by default."),
};

export const aboutLook = about("an object", "The look and the sounds of the widget.");

const look = Type.Object(
  {
    color: Type.Optional(lookFields.color),
    position: Type.Optional(lookFields.position),
    language: Type.Optional(lookFields.language),
    title: Type.Optional(lookFields.title),
    greeting: Type.Optional(lookFields.greeting),
    sound: Type.Optional(lookFields.sound),
  },
  { additionalProperties: false, ...aboutLook },
);

export const identitySecretForm = "32 to 256 characters from ! to ~";

/** What the tokens of visitors are verified with. Source: WJ-48, WJ-50. */
export const identityFields = <Secret extends TSchema>(secret: SecretSchema<Secret>) => ({
  secret: secret(identitySecretForm, "The server of the web site signs tokens with it by HS256.", {
    pattern: "^[!-~]{32,256}$",
  }),
  jwksUrl: Type.Refine(
    Type.String({
      maxLength: urlLengthMax,
      pattern: httpUrlPattern,
      ...about(
        "an absolute http or https URL without user and password",
        "Where the service reads the public keys (JWKS) of tokens that are signed by RS256 or ES256.",
      ),
    }),
    isKeyAddress,
  ),
});

export const aboutIdentity = about("an object", "How visitors prove who they are: by tokens of the web site's server.");

/** The object in the config file. */
export const identitySchema = <Secret extends TSchema>(secret: SecretSchema<Secret>) => {
  const { secret: key, jwksUrl } = identityFields(secret);
  return Type.Object(
    { secret: Type.Optional(key), jwksUrl: Type.Optional(jwksUrl) },
    { additionalProperties: false, ...aboutIdentity },
  );
};

/** The keys that only a channel of surface C has. Source: WJ-21, WJ-27, WJ-36, CALL-10. */
export const widgetFields = {
  allowedOrigins: Type.Optional(origins("The web sites that may carry the widget; any when empty, the default.")),
  safeUrls: Type.Optional(
    Type.Array(
      Type.Refine(
        Type.String({
          maxLength: 2048,
          pattern: `${httpUrlPattern}|^[^\\s/?#@:\\\\]+$`,
          ...about("an http or https URL or a domain", "One of them."),
        }),
        (value) => isHttpUrl(value) || isDomain(value),
      ),
      {
        maxItems: 100,
        ...about(
          "a list of at most 100 texts, each an http or https URL or a domain",
          "The domains that links of custom data may lead to. Subdomains are included.",
        ),
      },
    ),
  ),
  callback: Type.Optional(Type.Object(callbackFields, { additionalProperties: false, ...aboutCallback })),
  look: Type.Optional(look),
  contactsForm: Type.Optional(
    flag("Whether the contacts form is offered after the visitor's first message. True by default."),
  ),
  contactsFirst: Type.Optional(
    flag("Whether the contacts form is offered before the visitor's first message too. False by default."),
  ),
  home: Type.Optional(
    flag("Whether the window opens with a greeting, the agents and earlier conversations. False by default."),
  ),
  suggestions: Type.Optional(
    Type.Array(
      Type.String({ maxLength: 80, pattern: "\\S", ...about("1 to 80 characters, not blank", "One of them.") }),
      {
        maxItems: 4,
        ...about(
          "a list of at most 4 texts, each 1 to 80 characters, not blank",
          "What the home offers to say to the channel's bot.",
        ),
      },
    ),
  ),
};

/** Whether `from` is before `to`. True if one of them is not a time, because another check rejects that. */
function isForward({ from, to }: { readonly from: unknown; readonly to: unknown }): boolean {
  return typeof from !== "string" || typeof to !== "string" || !isTime.test(from) || !isTime.test(to) || from < to;
}

function isKeyAddress(value: string): boolean {
  if (!isHttpUrl(value)) return false;
  const { username, password } = new URL(value);
  return username === "" && password === "";
}

const isTime = /^\d\d:\d\d$/;

/** Whether the value is a name of the time zone database. An offset such as `+02:00` is not. */
function isTimeZone(value: string): boolean {
  if (!/^[A-Za-z]/.test(value)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: value });
    return true;
  } catch {
    return false;
  }
}

/** Whether the value is a host as browsers read it, so that names in any script are allowed. */
function isDomain(value: string): boolean {
  return !/[\s/?#@:\\]/.test(value) && URL.parse(`https://${value}`) !== null;
}
