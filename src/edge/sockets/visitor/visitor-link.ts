import type { ContactChange, ProvedFacts, SessionFacts } from "../../../../machines/chat/client.types.ts";
import type { InOrder } from "../../../core/in-order.ts";
import type { Visitor } from "../../../domain/chat/visitor-inbox.ts";
import type { Entrance } from "../../../domain/feed/entering-visitors.ts";
import type { LiveLink } from "../live-link.ts";
import type { WidgetPage } from "./visitor-admission.ts";

/** The browser's data from the upgrade request. */
export interface VisitorBrowser {
  readonly page: WidgetPage;
  readonly address: string;
  /** The address group in which the browser is counted. */
  readonly group: string;
  readonly userAgent: string;
}

/** The reported data of the visitor. */
interface ReportedFacts {
  /** The source of the visit. */
  facts: SessionFacts;
  /** The contact data that this page sent. */
  contact: ContactChange;
  /** What was proved of the visitor when the page connected. */
  readonly proved: ProvedFacts | undefined;
}

/** The data that is known after the hello. */
interface KnownVisitor {
  readonly visitor: Visitor;
  /** As it proves the visitor here, without a generation. A secret. */
  readonly secret: string;
  readonly reported: ReportedFacts;
  /** The requests of the page; they are processed in order after its hello. */
  readonly requests: InOrder;
}

/** A hello named a widget; its data is being stored. */
export interface GreetingVisitor extends KnownVisitor {
  readonly name: "greeting";
  /** `null` until the data of the hello is durable. */
  entrance: Entrance | null;
}

/** `ready` was sent. */
interface LiveVisitor extends KnownVisitor {
  readonly name: "live";
  /** The reason why a call cannot be requested, as last sent to the page. Source: WJ-27. */
  callback: string | null;
}

export type VisitorSession = GreetingVisitor | LiveVisitor;

/** One page with the widget. */
export type VisitorLink = LiveLink<VisitorBrowser, VisitorSession>;
