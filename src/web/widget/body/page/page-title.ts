let mark = "";

/** The document's title. It consists of our mark and the page's own title after the mark. Agents see only the page's title. */
export const pageTitle = {
  /** Returns the page's own title. */
  read: (): string => (document.title.startsWith(mark) ? document.title.slice(mark.length) : document.title),
  /** Sets `text` as the mark; `""` removes the mark. A page that sets its title also removes the mark. */
  mark(text: string): void {
    const own = pageTitle.read();
    mark = text;
    if (document.title !== text + own) document.title = text + own;
  },
};
