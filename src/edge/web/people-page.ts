import { createHash } from "node:crypto";
import type { HeaderList } from "../failure-answer.ts";
import type { HttpExchange } from "../http-exchange.ts";
import type { Route } from "../router.ts";

/** A page of ours for people: `/openapi.json` says nothing of them. */
export interface PeoplePage {
  readonly html: string;
  readonly publicUrl: string;
  /** More directives of its policy, like `img-src 'self'`; without them nothing of that kind is loaded. */
  readonly policy: readonly string[];
  /** What it may use of the device, as the header Permissions-Policy says it. */
  readonly permissions: string;
  /** Style sheets that stand in what it asks for, in full: those and no others. */
  readonly styles?: readonly string[];
}

/** Sends everybody who comes to `pattern` to another address of ours. */
export const leadTo = (pattern: string, address: string): Route => ({
  pattern,
  gate: "none",
  methods: { get: (exchange) => exchange.answer(302, { headers: ["Location", address], body: "" }) },
});

/** What changes with each version of the service is asked for anew. */
export const notKept: HeaderList = ["X-Content-Type-Options", "nosniff", "Cache-Control", "no-cache"];

/** Answers the page under the strictest policy it can live with. Before the handler returns only. */
export function answerPage(
  exchange: HttpExchange,
  { html, publicUrl, policy, permissions, styles = [] }: PeoplePage,
): void {
  exchange.answer(200, {
    contentType: "text/html; charset=utf-8",
    headers: [
      ...["Content-Security-Policy", policyFor(publicUrl, policy, styles)],
      ...["Referrer-Policy", "no-referrer"],
      ...["Permissions-Policy", permissions],
      ...["Cross-Origin-Opener-Policy", "same-origin"],
      ...notKept,
    ],
    body: html,
  });
}

const policyFor = (publicUrl: string, more: readonly string[], styles: readonly string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    ["style-src 'self'", ...styles.map(hashSource)].join(" "),
    // Not every browser counts the sockets of its own host as its own.
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
