import { toDeskAgent } from "../../../codec/desk/desk.ts";
import type { HelloFrame } from "../../../codec/desk/desk-frames.ts";
import { encodeDeskFrame } from "../../../codec/desk/desk-frames.ts";
import type { Limits } from "../../../config/limits.ts";
import { addressGroup } from "../../../core/addresses/address-group.ts";
import type { Result } from "../../../core/result.ts";
import { assert, fail, ok } from "../../../core/result.ts";
import type { Accounts } from "../../../domain/agent/accounts/accounts.ts";
import { isApiKey } from "../../../domain/agent/accounts/api-keys.ts";
import type { ChannelViewer, Directory } from "../../../domain/directory.ts";
import { seesAllChannels } from "../../../domain/directory.ts";
import type { DeskAccess } from "../../../domain/feed/desk-access.ts";
import type { Feed, Missed } from "../../../domain/feed/feed.ts";
import { isKept, readMissed } from "../../../domain/feed/feed.ts";
import { encodeMissed } from "../../../domain/feed/feed-frames.ts";
import { deskTopic, everyChannelTopic, shownBy } from "../../../domain/feed/topics.ts";
import type { Store } from "../../../ports/store.ts";
import type { HttpExchange } from "../../http/http-exchange.ts";
import { mustChangeFirst, noKey, refuseKey, viewerOf } from "../../routes/desk/desk-caller.ts";
import type { OwnOrigin } from "../../routes/desk/request/own-origin.ts";
import { refuseForeignOrigin } from "../../routes/desk/request/own-origin.ts";
import { readSessionCookie } from "../../routes/desk/session/session-cookie.ts";
import type { CookieSession, DeskLink, GreetingDesk, LinkOwner, LiveDesk } from "./desk-link.ts";
import { listenTo } from "./desk-link.ts";

/** What the entry of a desk reads. */
interface EntryParts {
  readonly store: Store;
  readonly feed: Feed;
  readonly directory: Directory;
  readonly limits: Limits;
  readonly access: DeskAccess;
}

/**
 * Answers a hello: `ready`, the missed entries since the desk's cursor, then live entries, each exactly
 * once. A cursor that is no longer stored, or that is older than a change of the agent's rights, gets `resync` and only live
 * entries. The link is then live or closed.
 */
export async function enterDesk(
  link: DeskLink,
  greeting: GreetingDesk,
  { since: sinceCursor, access }: Pick<HelloFrame, "since" | "access">,
  parts: EntryParts,
): Promise<void> {
  const { agentId } = greeting.owner;
  const goLive = (): void => {
    if (link.state !== greeting) return;
    const { owner, wantedAvailability } = greeting;
    const live: LiveDesk = { name: "live", owner, topics: new Set(), wantedAvailability };
    link.become(live);
    listen(link, live, parts.directory);
    if (greeting.isOutdated) link.send(encodeDeskFrame({ type: "resync" }));
  };
  // Another node may have sent the desk newer entries than this node has read; the desk would then see older states of chats.
  if (sinceCursor !== undefined && parts.feed.isShared) await parts.feed.whenShown();
  const isStored = sinceCursor !== undefined && (await isKept(sinceCursor, parts));
  const profile = viewerOfLink(greeting.owner, parts.directory);
  const agent = toDeskAgent(profile);
  // The desk reads everything after this point, so earlier changes are included.
  greeting.isOutdated = false;
  if (isStored && !parts.access.isOutdated(agentId, sinceCursor, access)) {
    link.send(encodeDeskFrame({ type: "ready", agent, cursor: sinceCursor }));
    if (await catchUp(link, sinceCursor, profile, parts, goLive)) return;
  } else {
    link.send(encodeDeskFrame({ type: "ready", agent, cursor: parts.feed.cursor }));
  }
  greeting.isOutdated = sinceCursor !== undefined;
  goLive();
}

/** Subscribes the link to exactly the topics that its agent may see now. */
export function listen(link: DeskLink, live: LiveDesk, directory: Directory): void {
  listenTo(link, live, new Set(topicsOf(viewerOfLink(live.owner, directory), directory)));
}

/** Includes removed channels, because their chats still exist and change. */
function topicsOf(profile: ChannelViewer, directory: Directory): readonly string[] {
  if (seesAllChannels(profile)) return [everyChannelTopic];
  return directory
    .channelsEver()
    .filter(({ settings }) => directory.canSee(profile, settings.id))
    .map(({ settings }) => deskTopic(settings.id));
}

function viewerOfLink({ agentId, key }: LinkOwner, directory: Directory): ChannelViewer {
  const entry = directory.agentEver(agentId);
  assert(entry !== undefined, `agent ${agentId} sent a hello, but is not known`);
  return viewerOf(entry.profile, key);
}

/** The frames that are read in parallel; at most these wait in memory for a slow peer. */
const framesAtOnce = 64;

/**
 * Sends the missed entries since a cursor, page by page. Calls `goLive` synchronously in the moment in which no entry is missing:
 * the link then receives later entries as a subscriber, and no earlier one. Resolves with false, without `goLive`, when entries after
 * the cursor are damaged or no longer stored. Resolves early when the link closes.
 */
async function catchUp(
  link: DeskLink,
  sinceCursor: number,
  profile: ChannelViewer,
  parts: EntryParts,
  goLive: () => void,
): Promise<boolean> {
  let cursor = sinceCursor;
  while (link.isOpen && cursor < parts.feed.cursor) {
    const page = await readMissed(cursor, parts);
    const last = page?.at(-1);
    if (page === null || last === undefined) return false;
    const visible = page.filter(({ entry }) => parts.directory.canSee(profile, entry.channelId));
    await sendAll(link, newestOfEach(visible), parts);
    cursor = last.cursor;
  }
  if (link.isOpen) goLive();
  return true;
}

/** A frame shows the present state of a chat or message, so the last of several changes is enough. */
function newestOfEach(missed: readonly Missed[]): readonly Missed[] {
  const newest = new Map<string, Missed>();
  for (const one of missed) newest.set(shownBy(one.entry), one);
  return missed.filter((one) => newest.get(shownBy(one.entry)) === one);
}

/** Skips frames that the feed will soon send again: the link receives them live or with the next page. */
async function sendAll(link: DeskLink, missed: readonly Missed[], parts: EntryParts): Promise<void> {
  for (let first = 0; link.isOpen && first < missed.length; first += framesAtOnce) {
    await roomFor(link, parts);
    if (!link.isOpen) return;
    const some = missed.slice(first, first + framesAtOnce);
    const frames = await Promise.all(
      some.map(({ entry, cursor }) => encodeMissed(parts.store, entry, cursor, parts.limits)),
    );
    for (const [index, { entry }] of some.entries()) {
      await roomFor(link, parts);
      const frame = frames[index] ?? null;
      if (!link.isOpen || frame === null || parts.feed.isYetToShow(entry)) continue;
      parts.feed.noteSent(entry, frame.revision);
      link.send(frame.text);
    }
  }
}

/** Waits for a slow peer instead of filling its buffer up to the limit that would close it. */
async function roomFor(link: DeskLink, { limits }: EntryParts): Promise<void> {
  while (link.isOpen && link.waitingBytes > limits.socketBackpressureBytesMax / 4) await link.whenDrained();
}

/** Also used for a session that ended during the lookup. */
export const noSession = fail(
  "unauthorized",
  "Field token must be the token of a live session, or the cookie must have one.",
);

/** Reads the session of the browser's cookie and checks the origin, because pages of other origins can open sockets too. */
export function readCookie(exchange: HttpExchange, origin: OwnOrigin, accounts: Accounts): CookieSession {
  const refusal = refuseForeignOrigin(origin, exchange);
  const group = addressGroup(exchange.remoteAddress());
  return { group, token: readSessionCookie(exchange, { accounts, origin }), refusal: refusal?.message ?? null };
}

/** Finds the session of a hello by its token or else by the browser's cookie; fails with `unauthorized` or `access_denied`. */
export async function findOwner(
  hello: HelloFrame,
  cookie: CookieSession,
  accounts: Accounts,
  directory: Directory,
): Promise<Result<LinkOwner>> {
  const isByCookie = hello.token === undefined;
  const token = hello.token ?? cookie.token;
  if (isByCookie && token !== undefined && cookie.refusal !== null) return fail("access_denied", cookie.refusal);
  const agentId = token === undefined ? undefined : await accounts.authenticate(token);
  const key = token !== undefined && isApiKey(token) ? accounts.apiKeys.find(token) : null;
  if (isByCookie && key !== null) return noSession;
  if (key === undefined) return fail("unauthorized", noKey);
  if (token === undefined || agentId === undefined || directory.agent(agentId) === undefined) return noSession;
  const keyRefusal = key === null ? null : refuseKey(key, "agent", "chats:read");
  if (keyRefusal !== null) return { ok: false, failure: keyRefusal };
  const email = directory.agent(agentId)?.profile.email ?? "";
  if (isByCookie && accounts.mustChangePassword(email)) return fail("access_denied", mustChangeFirst);
  return ok({ agentId, sessionId: accounts.sessionIdOf(token), key });
}
