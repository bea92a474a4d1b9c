import { keptApiHeaders } from "../../answer/api-headers.ts";
import type { Route } from "../../server/router.ts";
import { notModified } from "../../web/page-doc.ts";
import type { AdminParts } from "../admin/admin-parts.ts";
import { isKnownTo } from "../files/file-headers.ts";

/** The long time is safe, because another photo has another address. */
const keptSeconds = 365 * 86_400;
const tokenPattern = /^[A-Za-z0-9_-]{32}$/;

/**
 * `GET|HEAD /photos/{token}`: the photo of an agent or bot, for anyone with its address and on any page. Customer systems load it
 * without a login. Source: CH-39, CH-60.
 */
export const servePhotoRoute = ({ photos }: Pick<AdminParts, "photos">): Route => ({
  pattern: "/photos/:token",
  gate: "load",
  methods: {
    async get(exchange, [token = ""]) {
      const known = exchange.header("if-none-match");
      const photo = tokenPattern.test(token) ? await photos.read(token) : null;
      if (!exchange.isOpen) return;
      if (photo === null) return exchange.answerFailure({ code: "not_found", message: "There is no such photo." });
      exchange.answerHeaders = keptApiHeaders;
      const headers = headersOf(token);
      if (isKnownTo(known, etagOf(token)) && exchange.mayAnswerNotModified()) return exchange.answer(304, { headers });
      exchange.answer(200, { contentType: "image/jpeg", headers, body: photo });
    },
  },
  docs: {
    get: {
      id: "readPhoto",
      summary: "Returns an uploaded photo of an agent or a bot, with 128 by 128 pixels.",
      tag: "Files",
      access: "anyone",
      answer: { status: 200, description: "The photo.", media: { mediaType: "image/jpeg", isText: false } },
      otherAnswers: [notModified],
      failures: ["not_found"],
    },
  },
});

const etagOf = (token: string): string => `"${token.slice(0, 16)}"`;

const headersOf = (token: string) => [
  ...["Content-Disposition", "inline"],
  ...["Content-Security-Policy", "sandbox; default-src 'none'"],
  ...["Cross-Origin-Resource-Policy", "cross-origin"],
  ...["Cache-Control", `public, max-age=${keptSeconds}, immutable`],
  ...["ETag", etagOf(token)],
];
