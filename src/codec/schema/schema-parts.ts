import { isIPv4 } from "node:net";
import ipaddr from "ipaddr.js";
import Type from "typebox";
import { emailPart } from "../../core/email-address.ts";
import { httpUrlPattern, urlLengthMax } from "../text/url-length.ts";

/**
 * In every schema here, `title` describes the allowed values and completes "expected …". `description` describes the purpose.
 * `writeOnly` marks a secret: no message or log entry ever repeats its value.
 */
export const about = (
  title: string,
  description: string,
): { readonly title: string; readonly description: string } => ({
  title,
  description,
});

export const idNumber = (description: string) =>
  Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, ...about("an integer from 1", description) });

export const idNumbers = (description: string) =>
  Type.Array(idNumber("One of them."), { ...about("a list of ids", description) });

export const name = (description: string) =>
  Type.String({ maxLength: 100, pattern: "\\S", ...about("1 to 100 characters, not blank", description) });

export const text = (title: string, description: string) =>
  Type.String({ minLength: 1, maxLength: 2048, ...about(title, description) });

export const texts = (title: string, description: string) =>
  Type.Array(text(title, "One of them."), { ...about(`a list, each ${title}`, description) });

export const flag = (description: string) => Type.Boolean({ ...about("true or false", description) });

export const httpUrl = (description: string) =>
  Type.Refine(
    Type.String({
      maxLength: urlLengthMax,
      pattern: httpUrlPattern,
      ...about("an absolute http or https URL", description),
    }),
    isHttpUrl,
  );

/** A URL to which paths are appended. */
export const httpUrlOfFolder = (description: string) =>
  Type.Refine(
    Type.String({
      maxLength: urlLengthMax,
      pattern: httpUrlPattern,
      ...about("an absolute http or https URL without ? and #", description),
    }),
    (value) => isHttpUrl(value) && !/[?#]/.test(value),
  );

/**
 * A secret replaces the placeholder. So the placeholder must not be in the host name, because other parties can read host names in
 * DNS look-ups.
 */
export const httpUrlWithPlaceholder = (placeholder: string, description: string) =>
  Type.Refine(
    Type.String({
      maxLength: urlLengthMax,
      pattern: httpUrlPattern,
      ...about(`an absolute http or https URL, ${placeholder} not in its host name`, description),
    }),
    (value) => isHttpUrl(value) && !new URL(value).hostname.includes(placeholder.toLowerCase()),
  );

export const origin = (description: string) =>
  Type.Refine(
    Type.String({
      maxLength: 2048,
      pattern: httpUrlPattern,
      ...about("an http or https address without a path, like https://chat.example.com", description),
    }),
    isOrigin,
  );

export const origins = (description: string) =>
  Type.Array(origin("Scheme, host and port."), {
    maxItems: 100,
    ...about("a list of at most 100 addresses without a path", description),
  });

const emailAddress = (description: string) =>
  Type.String({
    maxLength: 254,
    pattern: `^${emailPart}@${emailPart}$`,
    ...about("an e-mail address", description),
  });

/** The name has no character that would need quotes in a mail header. */
export const mailbox = (description: string) =>
  Type.String({
    maxLength: 320,
    pattern: `^(${emailPart}@${emailPart}|[^\\s@<>,;:"()\\[\\]\\\\][^@<>,;:"()\\[\\]\\\\\\u0000-\\u001f\\u007f-\\u009f]{0,99} <${emailPart}@${emailPart}>)$`,
    ...about("an e-mail address, or Name <address>", description),
  });

export const emailAddresses = (description: string) =>
  Type.Array(emailAddress("One of them."), {
    maxItems: 20,
    ...about("a list of at most 20 e-mail addresses", description),
  });

export const cidrs = (description: string) =>
  Type.Array(
    Type.Refine(Type.String({ ...about("an address range like 10.0.0.0/8 or fd00::/8", "One range.") }), isCidr),
    { ...about("a list of address ranges", description) },
  );

export function isHttpUrl(value: string): boolean {
  return /^https?:\/\//i.test(value) && URL.parse(value) !== null;
}

function isOrigin(value: string): boolean {
  if (!isHttpUrl(value)) return false;
  const url = new URL(value);
  return url.pathname === "/" && url.search === "" && url.hash === "" && url.username === "" && url.password === "";
}

function isCidr(value: string): boolean {
  const address = value.slice(0, value.indexOf("/"));
  return ipaddr.isValidCIDR(value) && (isIPv4(address) || address.includes(":"));
}
