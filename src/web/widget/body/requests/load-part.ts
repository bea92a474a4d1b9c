/** The number of tries to load a part, and a quarter of the first pause. Each later pause is four times as long as the pause before. */
const triesMax = 4;
const quarterPauseMs = 250;

/** Browsers remember that an address failed, so each try uses a different address. */
let failures = 0;

/** Loads a part of the widget from the origin of the body. Rejects after the last try has failed. */
export async function loadPart<Part>(name: string): Promise<Part> {
  for (let tries = 1; ; tries += 1)
    try {
      return await import(`${new URL(name, import.meta.url)}?${failures}`);
    } catch (error) {
      failures += 1;
      if (tries === triesMax) throw error;
      await new Promise((resolve) => setTimeout(resolve, quarterPauseMs * 4 ** tries));
    }
}
