/** The result of rereading the config file. It contains no value of a key. */
export type Reloaded =
  | {
      readonly kind: "reloaded";
      /** The keys that were changed and are in effect, like `limits.channelPerSecond` or `channels.MOBILEAPP1.webhookUrl`. */
      readonly changed: readonly string[];
      /** Keys that were changed in the file and take effect at a restart. */
      readonly needsRestart: readonly string[];
    }
  | {
      /** Nothing was changed. */
      readonly kind: "refused";
      readonly why: "no-file" | "not-serving" | "mistakes";
      /** For people: one mistake a line, no secrets. */
      readonly lines: readonly string[];
    };

/**
 * Rereads the config file; resolves when the changes are in effect, and what the file declares is durable. `by` names the
 * requester, for the log. Rejects when the store fails: the next reload or start does the rest.
 */
export type Reload = (by: { readonly signal: string } | { readonly agentId: number }) => Promise<Reloaded>;
