import type { ContactChange } from "../../../../machines/chat/chat.types.ts";
import type { SessionFacts } from "../../../../machines/chat/visitor.types.ts";
import type { InOrder } from "../../../core/in-order.ts";
import type { Visitor } from "../../../domain/chat/visitor-inbox.ts";
import type { Entrance } from "../../../domain/feed/entering-visitors.ts";
import type { LiveLink } from "../live-link.ts";
import type { WidgetPage } from "./visitor-admission.ts";

/** What the browser said of itself, and what we saw of it, when it opened the link. */
export interface VisitorBrowser {
  readonly page: WidgetPage;
  readonly address: string;
  /** As whom it is counted. */
  readonly group: string;
  readonly userAgent: string;
}

/** What is told of the visitor. */
export interface ToldOfVisitor {
  /** Where the visitor came from. */
  facts: SessionFacts;
  /** What this page told of its visitor. */
  contact: ContactChange;
}

/** What is known from the hello on. */
interface KnownVisitor {
  readonly visitor: Visitor;
  readonly told: ToldOfVisitor;
  /** What the page asks, behind its hello. */
  readonly requests: InOrder;
}

/** A hello named a widget; what it told is being kept. */
export interface GreetingVisitor extends KnownVisitor {
  readonly name: "greeting";
  /** `null` until what it told is durable. */
  entrance: Entrance | null;
}

/** `ready` was said. */
export interface LiveVisitor extends KnownVisitor {
  readonly name: "live";
  /** Why a call cannot be asked for, as the page was last told. Source: WJ-27. */
  callback: string | null;
}

export type VisitorSession = GreetingVisitor | LiveVisitor;

/** One page with the widget. */
export type VisitorLink = LiveLink<VisitorBrowser, VisitorSession>;
