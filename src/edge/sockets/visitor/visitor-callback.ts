import type { ChannelId, ConversationKey } from "../../../../machines/ids.ts";
import { encodeCallbackFrame } from "../../../codec/visitor/visitor-frame.ts";
import { createFreshReads } from "../../../core/fresh-reads.ts";
import type { Visitor } from "../../../domain/chat/visitor-inbox.ts";
import type { Wake } from "../../../ports/clock.ts";
import { StoreAwayError } from "../../../ports/store-errors.ts";
import type { VisitorLink } from "./visitor-link.ts";
import type { VisitorParts } from "./visitor-parts.ts";

/** Notifies pages whether their visitor can request a call, so that they need not poll. Source: WJ-27, WJ-28. */
export interface CallbackNews {
  /** Called at its `ready`. */
  add(link: VisitorLink, visitor: Visitor): void;
  /** Removes the link of this visitor. */
  remove(link: VisitorLink, visitor: Visitor): void;
}

const minuteMs = 60_000;

/** Sends changes caused by the channel's settings and call balance, by a call that starts or ends, or by the time of day. */
export function createCallbackNews({ runtime, calls, clock, log }: VisitorParts): CallbackNews {
  const links = new Map<ConversationKey, Set<VisitorLink>>();
  let wake: Wake | null = null;

  /** The results for one page arrive in the order of the calls. */
  const readRefusal = createFreshReads(({ state }: VisitorLink) =>
    state.name === "live"
      ? calls.callbackRefusal(state.visitor.channelId, state.visitor.conversation)
      : Promise.resolve(null),
  );
  const tellNow = async (link: VisitorLink): Promise<void> => {
    const refusal = await readRefusal(link);
    const { state } = link;
    if (state.name !== "live" || refusal === state.callback) return;
    state.callback = refusal;
    link.send(encodeCallbackFrame(refusal));
  };
  const tell = (link: VisitorLink, isConcerned: (channelId: ChannelId) => boolean): void => {
    if (link.state.name !== "live" || !isConcerned(link.state.visitor.channelId)) return;
    tellNow(link).catch((error: unknown) => {
      // A database that is away is logged once, and not for each page.
      if (!(error instanceof StoreAwayError))
        log.error({ err: error, socket: link.id }, "a page could not be notified whether callbacks are available");
    });
  };
  const tellAll = (isConcerned: (channelId: ChannelId) => boolean): void => {
    for (const ofVisitor of links.values()) for (const link of ofVisitor) tell(link, isConcerned);
  };
  const hasHours = (channelId: ChannelId): boolean =>
    (runtime.directory.find(channelId)?.settings.widget?.callback.hours.length ?? 0) > 0;
  /** Hours start and end at full minutes. */
  const arm = (): void => {
    const nowMs = clock.nowMs();
    wake = clock.wakeAt(nowMs - (nowMs % minuteMs) + minuteMs, () => {
      tellAll(hasHours);
      arm();
    });
  };

  const tellChannel = (channelId: ChannelId): void => tellAll((id) => id === channelId);

  runtime.directory.onChannelChange(tellChannel);
  runtime.runningCalls.onUnansweredChange(tellChannel);
  runtime.visitorFeed.onChatShown((conversation) => {
    for (const link of links.get(conversation) ?? []) tell(link, () => true);
  });
  return {
    add(link, { conversation }) {
      const ofVisitor = links.get(conversation);
      if (ofVisitor === undefined) links.set(conversation, new Set([link]));
      else ofVisitor.add(link);
      if (wake === null) arm();
      // It may have changed since it was looked up for `ready`.
      tell(link, () => true);
    },
    remove(link, { conversation }) {
      const ofVisitor = links.get(conversation);
      ofVisitor?.delete(link);
      if (ofVisitor?.size === 0) links.delete(conversation);
      if (links.size > 0) return;
      wake?.cancel();
      wake = null;
    },
  };
}
