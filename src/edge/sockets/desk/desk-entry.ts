import type { AgentProfile } from "../../../../machines/agent/agent.machine.ts";
import type { AgentId } from "../../../../machines/ids.ts";
import { toDeskAgent } from "../../../codec/desk/desk.ts";
import { encodeDeskFrame } from "../../../codec/desk/desk-frames.ts";
import { assert } from "../../../core/assert.ts";
import type { Directory } from "../../../domain/directory.ts";
import type { DeskAccess } from "../../../domain/feed/desk-access.ts";
import { isKept } from "../../../domain/feed/feed.ts";
import { deskTopic, everyChannelTopic } from "../../../domain/feed/topics.ts";
import type { CatchUpParts } from "./catch-up.ts";
import { catchUp } from "./catch-up.ts";
import type { DeskLink, GreetingDesk, LiveDesk } from "./desk-link.ts";
import { listenTo } from "./desk-link.ts";

export interface EntryParts extends CatchUpParts {
  readonly access: Pick<DeskAccess, "isOutdated">;
}

/**
 * Answers a hello: `ready`, the missed entries since the desk's cursor, then live entries, each exactly
 * once. A cursor that is no longer stored, or that is older than a change of the agent's rights, gets `resync` and only live
 * entries. The link is then live or closed.
 */
export async function enterDesk(
  link: DeskLink,
  greeting: GreetingDesk,
  sinceCursor: number | undefined,
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
  const profile = profileOf(agentId, parts.directory);
  const agent = toDeskAgent(profile);
  // The desk reads everything after this point, so earlier changes are included.
  greeting.isOutdated = false;
  if (isStored && !parts.access.isOutdated(agentId, sinceCursor)) {
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
  listenTo(link, live, new Set(topicsOf(profileOf(live.owner.agentId, directory), directory)));
}

/** Includes removed channels, because their chats still exist and change. */
function topicsOf(profile: AgentProfile, directory: Directory): readonly string[] {
  if (profile.role === "admin") return [everyChannelTopic];
  return directory
    .channelsEver()
    .filter(({ settings }) => directory.canSee(profile, settings.id))
    .map(({ settings }) => deskTopic(settings.id));
}

function profileOf(agentId: AgentId, directory: Directory): AgentProfile {
  const entry = directory.agentEver(agentId);
  assert(entry !== undefined, `agent ${agentId} sent a hello, but is not known`);
  return entry.profile;
}
