/** Why it failed in few words: the system's own code where there is one, such as `ENOENT`. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return "code" in error && typeof error.code === "string" ? error.code : error.message;
}
