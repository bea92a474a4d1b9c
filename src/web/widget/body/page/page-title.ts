let mark = "";

/** The document's title, which two share: the page, and our mark before it. Agents see the page's part alone. */
export const pageTitle = {
  /** As the page has it. */
  read: (): string => (document.title.startsWith(mark) ? document.title.slice(mark.length) : document.title),
  /** Puts `text` before it in place of what was there; `""` takes it away. A page that sets its title takes the mark away too. */
  mark(text: string): void {
    const own = pageTitle.read();
    mark = text;
    if (document.title !== text + own) document.title = text + own;
  },
};
