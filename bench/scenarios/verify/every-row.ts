import type { Store } from "../../../src/ports/store.ts";

const rowsAtOnce = 5_000;
const mistakesShown = 10;

/** Yields every row of a table in the order of its keys. */
export async function* everyRow<Table extends "actor" | "chatState" | "client" | "clientChat" | "message" | "webhook">(
  store: Pick<Store, "scan">,
  table: Table,
) {
  for (let after = undefined as Awaited<ReturnType<typeof store.scan<Table>>>[number]["key"] | undefined; ; ) {
    const page = await store.scan(table, { limit: rowsAtOnce, ...(after === undefined ? {} : { after }) });
    yield* page;
    after = page.at(-1)?.key;
    if (page.length < rowsAtOnce) return;
  }
}

/** There may be thousands of mistakes. The first few show what is wrong. */
export function firstMistakes(mistakes: readonly string[]): readonly string[] {
  const more = mistakes.length - mistakesShown;
  return more > 0 ? [...mistakes.slice(0, mistakesShown), `and ${more} more mistakes`] : mistakes;
}
