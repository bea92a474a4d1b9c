import { createHash } from "node:crypto";
import type { HeaderList } from "../answer/failure-answer.ts";
import type { HttpExchange } from "../http/http-exchange.ts";
import type { Route } from "../server/router.ts";
import { answerFile } from "./answer-file.ts";
import type { WebFile } from "./web-files.ts";

/** A page of the service for people. It is not part of `/openapi.json`. */
interface PeoplePage {
  readonly publicUrl: () => string;
  /** Further directives of its policy, such as `img-src 'self'`; without a directive, nothing of that kind is loaded. */
  readonly policy: readonly string[];
  /** The device features that the page may use, in the form of the header Permissions-Policy; none when absent. */
  readonly permissions?: string;
  /** The complete texts of the style sheets inside the documents that the page loads. No other inline style is allowed. */
  readonly styles?: readonly string[];
}

/** Redirects requests for `pattern` to another address of the service. */
export const leadTo = (pattern: string, address: string): Route => ({
  pattern,
  gate: "none",
  methods: {
    get: (exchange) =>
      exchange.answer(302, {
        contentType: "text/html; charset=utf-8",
        headers: ["Location", address],
        body: `<a href="${address}">${address}</a>`,
      }),
  },
});

/** For files that change with each version of the service: browsers check each time whether they are current. */
export const notKept: HeaderList = ["Cache-Control", "no-cache"];

/** Answers with a page, under the strictest policy with which it works. */
export function servePage({
  publicUrl,
  policy,
  permissions = "camera=(), geolocation=(), microphone=()",
  styles = [],
}: PeoplePage): (exchange: HttpExchange, html: WebFile) => void {
  const hashes = styles.map(hashSource);
  return (exchange, html) =>
    answerFile(exchange, html, [
      ...["Content-Security-Policy", policyFor(publicUrl(), policy, hashes)],
      ...["Referrer-Policy", "no-referrer"],
      ...["Permissions-Policy", permissions],
      ...["Cross-Origin-Opener-Policy", "same-origin"],
      ...notKept,
    ]);
}

const policyFor = (publicUrl: string, more: readonly string[], styleHashes: readonly string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    ["style-src 'self'", ...styleHashes].join(" "),
    "font-src 'self'",
    // In some browsers `'self'` does not include sockets of the same host.
    `connect-src 'self' ${publicUrl.replace(/^http/, "ws")}`,
    ...more,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");

/** Source: CSP Level 3, section 2.3.1. */
const hashSource = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
