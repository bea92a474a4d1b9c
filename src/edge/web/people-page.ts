import { createHash } from "node:crypto";
import type { HeaderList } from "../answer/failure-answer.ts";
import type { Handler, Route } from "../server/router.ts";
import { answerFile } from "./answer-file.ts";
import type { WebFile } from "./web-files.ts";

/** A page of ours for people: `/openapi.json` says nothing of them. */
export interface PeoplePage {
  readonly html: WebFile;
  readonly publicUrl: () => string;
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
export const notKept: HeaderList = ["Cache-Control", "no-cache"];

export const htmlType = "text/html; charset=utf-8";

/** Answers the page under the strictest policy it can live with. */
export function servePage({ html, publicUrl, policy, permissions, styles = [] }: PeoplePage): Handler {
  const hashes = styles.map(hashSource);
  return (exchange) =>
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
