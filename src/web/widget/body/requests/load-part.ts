/** How often a part is asked for at once, and a quarter of the first pause between; the next ones are four times as long each. */
const triesMax = 4;
const quarterPauseMs = 250;

/** Browsers remember that an address failed: each try has one of its own. */
let failures = 0;

/** A part of the widget that comes when it is needed, from where the body came from; rejected when it will not be had by now. */
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
