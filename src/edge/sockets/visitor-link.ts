import type { ContactChange } from "../../../machines/chat/chat.types.ts";
import type { SessionFacts } from "../../../machines/chat/visitor.types.ts";
import type { Visitor } from "../../domain/chat/visitor-inbox.ts";
import type { Wake } from "../../ports/clock.ts";
import { LiveLink } from "./live-link.ts";
import type { WidgetPage } from "./visitor-admission.ts";

/** What the browser said of itself, and what we saw of it, when it opened the link. */
export interface VisitorBrowser {
  readonly page: WidgetPage;
  readonly address: string;
  /** As whom it is counted. */
  readonly group: string;
  readonly userAgent: string;
}

/** What a socket carries: the server underneath copies fields, not objects of a class. */
export interface VisitorHolder {
  readonly link: VisitorLink;
}

/** One page with the widget. */
export class VisitorLink extends LiveLink<VisitorHolder> {
  readonly browser: VisitorBrowser;
  /** `null` until the first frame named a widget. */
  visitor: Visitor | null = null;
  /** Where the visitor came from; with the visitor. */
  session: SessionFacts | null = null;
  /** What this page told of its visitor. */
  contact: ContactChange = {};
  /** Ends a link that says no hello. */
  helloWake: Wake | null = null;
  /** Why a call cannot be asked for, as the page was last told. Source: WJ-27. */
  callback: string | null = null;

  /** As whom its peer is counted. */
  get group(): string {
    return this.browser.group;
  }

  constructor(id: string, browser: VisitorBrowser) {
    super(id);
    this.browser = browser;
  }
}
