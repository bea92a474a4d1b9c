import type { Calls } from "../../../domain/call/calls.ts";
import type { AnswerTimes } from "../../../domain/chat/answer-times.ts";
import type { VisitorInbox } from "../../../domain/chat/visitor-inbox.ts";
import type { VisitorProofs } from "../../../domain/client/visitor-proofs.ts";
import type { Runtime } from "../../../domain/runtime.ts";
import type { Store } from "../../../ports/store.ts";
import type { Bounds } from "../../limits/bounds.ts";
import type { OwnProcess } from "../../routes/desk/request/own-origin.ts";

/** What visitors' sockets use. */
export interface VisitorContext {
  readonly runtime: Runtime;
  readonly calls: Calls;
  readonly store: Store;
  readonly proofs: VisitorProofs;
  readonly inbox: VisitorInbox;
  readonly answerTimes: AnswerTimes;
  readonly bounds: Bounds;
  readonly own: OwnProcess;
}
