import type { Bridge } from "../bridge.types.ts";
import type { Calls } from "./calls.ts";
import type { Conversation } from "./conversation.ts";
import type { Environment } from "./environment.types.ts";
import type { Requests } from "./requests/requests.ts";
import type { Shown } from "./shown.ts";
import type { VisitorKeep } from "./visitor/visitor.ts";
import type { WidgetWindow } from "./window.ts";

/** The parts of the widget that the other modules use. */
export interface Parts {
  readonly bridge: Bridge;
  readonly environment: Environment;
  readonly keep: VisitorKeep;
  readonly shown: Shown;
  readonly window: WidgetWindow;
  readonly conversation: Conversation;
  readonly requests: Requests;
  readonly calls: Calls;
}
