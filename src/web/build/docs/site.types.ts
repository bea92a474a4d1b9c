/** A heading with its anchor. */
export interface Heading {
  readonly id: string;
  readonly depth: number;
  readonly text: string;
}

/** What the search finds: a heading with the text below it, up to the next heading. */
export interface Section {
  readonly heading: string;
  /** The anchor; empty for the beginning of the page. */
  readonly id: string;
  readonly text: string;
}

/** A page in its frame. */
export interface FramedPage {
  readonly title: string;
  /** Absolute, like `/docs/bots`. */
  readonly address: string;
  /** HTML, with the `<h1>`. Text in it is escaped already. */
  readonly body: string;
  /** The table of contents: anchors of the body. */
  readonly contents: readonly Pick<Heading, "id" | "text">[];
  /** Names of scripts and style sheets among the assets of the documentation, beside those of every page. */
  readonly scripts?: readonly string[];
  readonly styles?: readonly string[];
}

/** A page that is not made of Markdown. */
export interface OwnPage extends FramedPage {
  readonly sections: readonly Section[];
}

/** The navigation as a page shows it. */
export interface NavigationGroup {
  readonly name: string;
  readonly pages: readonly Pick<FramedPage, "title" | "address">[];
}
