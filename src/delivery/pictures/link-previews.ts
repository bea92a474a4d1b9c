import { readPageHead } from "../../codec/text/page-head.ts";
import type { Failure, Result } from "../../core/result.ts";
import { fail, ok } from "../../core/result.ts";
import type { LinkPreview, LinkPreviews } from "../../ports/link-previews.ts";
import type { Received } from "../request/exchange.ts";
import { headerOf } from "../request/exchange.ts";
import type { RemoteReadsOptions } from "./remote-reads.ts";
import { createRemoteReads } from "./remote-reads.ts";

/** The head of a page is at its beginning. */
const pageBytesMax = 128 * 1024;
const keptBytesMax = 2 * 1024 * 1024;

const noPreview = (reason: string): { readonly ok: false; readonly failure: Failure } =>
  fail("not_found", `The link has no preview: ${reason}.`);

function previewOf({ headers, body }: Received): Result<LinkPreview> {
  const [type = "", ...parameters] = headerOf(headers, "content-type").toLowerCase().split(";");
  if (!/^\s*(text\/html|application\/xhtml\+xml)\s*$/.test(type)) return noPreview("it is not a page");
  const charset = parameters.map((parameter) => /^\s*charset="?([\w-]+)/.exec(parameter)?.[1]).find(Boolean);
  const head = readPageHead(body, charset);
  return head === null ? noPreview("the page has no title") : ok(head);
}

export interface LinkPreviewsOptions extends RemoteReadsOptions {
  /** Read for each link, because a reload can change it. */
  readonly linkPreviews: "on" | "off";
}

/** Reads what pages say about themselves, for the desks that show links to them. Source: AUTH-04, AUTH-06. */
export function createLinkPreviews(options: LinkPreviewsOptions): LinkPreviews {
  const reads = createRemoteReads<LinkPreview>(
    {
      accept: "text/html",
      answerBytesMax: pageBytesMax,
      keptBytesMax,
      refuse: noPreview,
      valueOf: previewOf,
      bytesOf: ({ title, description, site }) => 2 * (title.length + description.length + site.length),
    },
    options,
  );
  return {
    read: async (address) =>
      options.linkPreviews === "on" ? reads.read(address) : noPreview("previews of links are switched off"),
    close: reads.close,
  };
}
