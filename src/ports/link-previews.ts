import type { Result } from "../core/result.ts";

/** What a page says about itself. */
export interface LinkPreview {
  readonly title: string;
  /** `""` without one. */
  readonly description: string;
  /** The name of the site, or its host. */
  readonly site: string;
}

/** Previews of pages on foreign hosts. The service asks these hosts, so that no agent's browser has to. */
export interface LinkPreviews {
  /** Never rejects: fails with `not_found` and the reason when there is no preview, with `overloaded` when too many requests run. */
  read(address: string): Promise<Result<LinkPreview>>;
  /** Ends every request; later ones fail. */
  close(): Promise<void>;
}
