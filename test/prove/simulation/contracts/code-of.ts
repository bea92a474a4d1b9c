/** Returns the error code of the call, or `null` when the call succeeds. */
export async function codeOf(asked: Promise<unknown>): Promise<string | null> {
  try {
    await asked;
    return null;
  } catch (error) {
    const { code, message } = Object(error);
    if (!(error instanceof Error) || typeof code !== "string")
      throw new Error(`Expected an error of the system, got ${String(error)}`);
    if (!code.startsWith("ERR_") && !message.startsWith(`${code}: `))
      throw new Error(`Expected words that begin with ${code}, got ${message}`);
    return code;
  }
}
