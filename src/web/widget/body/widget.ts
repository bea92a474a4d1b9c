import type { Bridge } from "../bridge.types.ts";
import { createActions } from "./asking/actions.ts";
import type { Asking } from "./asking/asking.ts";
import { createAsking } from "./asking/asking.ts";
import { createCommands } from "./asking/commands.ts";
import type { Offers } from "./asking/offers.ts";
import { createOffers } from "./asking/offers.ts";
import { createTyping } from "./asking/typing.ts";
import { createWriting } from "./asking/writing.ts";
import { createCalls } from "./calls.ts";
import { Conversation } from "./conversation.ts";
import type { Environment } from "./environment.types.ts";
import { createHearing } from "./hearing.ts";
import type { Link } from "./link.ts";
import { openLink } from "./link.ts";
import type { Actions, Model } from "./model.types.ts";
import { createNews } from "./news.ts";
import { createInvitationRules } from "./page/invitation-rules.ts";
import type { Page } from "./page/page-watch.ts";
import { watchPage } from "./page/page-watch.ts";
import type { Parts } from "./parts.types.ts";
import { Requests } from "./requests/requests.ts";
import { createUpload } from "./requests/upload.ts";
import { showLines } from "./show-lines.ts";
import { createShown } from "./shown.ts";
import type { Identity } from "./visitor/identity.ts";
import { createIdentity } from "./visitor/identity.ts";
import { createVisitorKeep } from "./visitor/visitor.ts";
import { createWindow } from "./window.ts";

export interface Widget {
  readonly actions: Actions;
  stop(): void;
}

/** Runs the widget of one page. `show` draws the widget from the first `ready` frame on. */
export function createWidget(bridge: Bridge, show: (model: Model) => void, environment: Environment): Widget {
  const { settings, origin } = bridge;
  const parts = createParts(bridge, show, environment, {
    link: () => link,
    asking: () => asking,
    offers: () => offers,
  });
  const { keep, shown, window, requests, calls } = parts;
  const asking = createAsking(parts);
  const typing = createTyping(
    environment,
    (state) => shown.model.isChatting && requests.tell({ type: "typing", id: "typing", state }),
    () => offers.look(),
  );
  const offers = createOffers(parts, typing.isTyping);
  const writing = createWriting(parts, typing);
  const rules = createInvitationRules({
    environment,
    visits: keep.visits,
    isTime: () => shown.model.mode === "online" && !shown.model.isChatting,
    invite: writing.invite,
  });
  const page = watchPage({ environment, moved: rules.moved, report: (here) => asking.ask({ type: "page", ...here }) });
  const identity = createIdentity(bridge, keep, () => link.renew());
  const carryOut = createCommands({ window, asking, writing, page, rules, identity, number: () => hearing.number() });
  const news = createNews(parts);
  const hearing = createHearing(parts, {
    asking,
    news,
    offers,
    identity,
    link: () => link,
    modeChanged: rules.look,
    begin() {
      const { mode, isChatting } = shown.model;
      window.begin({ mode, isChatting });
      shown.begin();
      bridge.attach(carryOut);
    },
  });
  const link: Link = openLink({
    url: `${origin.replace(/^http/, "ws")}/ws/widget`,
    environment,
    hello: () => sayHello(settings.id, parts, hearing.missed(), page.page(), asking.userToken(), identity.token()),
    heard: hearing.heard,
    doubted: (isDoubted) => shown.change({ link: isDoubted ? "lost" : "live" }),
    ended(how, isBad) {
      hearing.ended(how, isBad);
      if (how === "refused") answerInVain(bridge, identity);
    },
  });
  const stopListening = environment.on("kept", () => {
    if (link.isLive() && keep.isOther()) link.renew();
    shown.change({ isSoundOn: shown.isSoundOn() });
    showLines(parts);
  });
  return {
    actions: createActions(parts, asking, writing, typing, offers),
    stop() {
      bridge.detach();
      for (const part of [link, requests, window, page, rules, identity, typing, offers, calls, news, shown])
        part.stop();
      stopListening();
    },
  };
}

function createParts(
  bridge: Bridge,
  show: (model: Model) => void,
  environment: Environment,
  later: { link(): Link; asking(): Asking; offers(): Offers },
): Parts {
  const { settings, origin, fire } = bridge;
  const keep = createVisitorKeep(settings.id, environment);
  const shown = createShown(bridge, show, environment, keep);
  const conversation = new Conversation();
  const requests = new Requests(
    {
      environment,
      link: later.link,
      keep: keep.keep,
      upload: createUpload({
        url: `${origin}/widget/${settings.id}/files`,
        environment,
        secret: () => keep.secret() ?? "",
      }),
      settled: (...settled) => later.asking().settled(...settled),
    },
    keep.restore(),
  );
  for (const request of requests.waiting)
    if (/^(message|click)$/.test(request.frame.type)) conversation.write(request, environment.nowMs());
  const window = createWindow(bridge, shown, () => later.offers().look());
  return {
    bridge,
    environment,
    keep,
    shown,
    conversation,
    requests,
    window,
    calls: createCalls(keep.call, environment, fire),
  };
}

const reason = "The chat cannot be reached.";

/** When a retry cannot succeed, callers that wait for the visitor's number are notified at once. Source: WJ-12. */
function answerInVain({ waiting }: Bridge, identity: Identity): void {
  identity.answered(reason);
  const kept = waiting.splice(0).filter((command) => {
    if (command.type === "visitor_number") queueMicrotask(() => command.callback(reason, null));
    return command.type !== "visitor_number";
  });
  waiting.push(...kept);
}

/** If the chat id in a hello has another form, the service refuses the connection for good. */
const chatPattern = /^[1-9][0-9]{0,14}$/;

const secretLengthMax = 255;

/** Returns the first frame of a connection: the visitor, the page, and the last message that was received. */
function sayHello(
  widget: string,
  { keep, shown, conversation }: Parts,
  missed: string | null,
  page: Page | undefined,
  userToken: string | undefined,
  identity: string | undefined,
): object {
  const kept = missed ?? shown.model.chat?.id ?? keep.chat.read() ?? "";
  const chat = chatPattern.test(kept) ? kept : undefined;
  const since = keep.isOther() ? undefined : conversation.last(Number(chat))?.seq;
  const visitor = keep.secret()?.slice(0, secretLengthMax);
  return { type: "hello", widget, visitor, identity, page, userToken, chat, since };
}
