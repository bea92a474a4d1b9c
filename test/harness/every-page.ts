/** Reads a list of the API to its end. `read` gets the cursor of the page before; "" for the first page. */
export async function everyPage<Page extends { readonly cursor: string | null }, Item>(
  read: (cursor: string) => Promise<Page>,
  itemsOf: (page: Page) => readonly Item[],
): Promise<Item[]> {
  const all: Item[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const page = await read(cursor);
    all.push(...itemsOf(page));
    cursor = page.cursor;
  }
  return all;
}
