/** What reading the config file again came to. No value of a key stands in it. */
export type Reloaded =
  | {
      readonly kind: "reloaded";
      /** The keys that were changed and are in effect, like `limits.channelPerSecond` or `channels.MOBILEAPP1.webhookUrl`. */
      readonly changed: readonly string[];
      /** Those that were changed in the file and wait for a start. */
      readonly needsRestart: readonly string[];
    }
  | {
      /** Nothing was changed. */
      readonly kind: "refused";
      readonly why: "no-file" | "not-serving" | "mistakes";
      /** For people: each mistake on one line, no secret in it. */
      readonly lines: readonly string[];
    };

/**
 * Reads the config file again; resolves when what can be changed is in effect, and what it declares is durable. `by` is who asked, for the
 * log. Rejects when the store fails: the next reload, or start, brings up to date what is missing then.
 */
export type Reload = (by: { readonly signal: string } | { readonly agentId: number }) => Promise<Reloaded>;
