/** A heading with its anchor. */
export interface Heading {
  readonly id: string;
  readonly depth: number;
  readonly text: string;
}

/** An entry of the search: a heading with the text below it, up to the next heading. */
export interface Section {
  readonly heading: string;
  /** The anchor; "" for the beginning of the page. */
  readonly id: string;
  readonly text: string;
}

/** What a link to a page needs. */
export interface LinkedPage {
  readonly title: string;
  /** The absolute path, for example `/docs/bots`. */
  readonly address: string;
  /** The address of the page that this page is a part of. The navigation shows the parts of a page only beside them. */
  readonly parent?: string;
}

/** A rendered page, ready for the frame of the documentation. */
export interface FramedPage extends LinkedPage {
  /** HTML, including the `<h1>`. All text in it is escaped. */
  readonly body: string;
  /** The table of contents: anchors of the body. */
  readonly contents: readonly Heading[];
  /** Names of additional scripts and style sheets among the assets of the documentation. */
  readonly scripts?: readonly string[];
  readonly styles?: readonly string[];
  /** The address of the page's Markdown. */
  readonly markdown?: string;
}

/** A page that is not made of Markdown. */
export interface OwnPage extends Omit<FramedPage, "body"> {
  /** Returns the body. */
  render(): string;
  /** The address of the document that the page shows. */
  readonly data: string;
  readonly sections: readonly Section[];
}

/** A group of the navigation. */
export interface NavigationGroup {
  readonly name: string;
  readonly pages: readonly LinkedPage[];
}
