import type { AgentProfile } from "../../../machines/agent/agent.types.ts";
import { toDeskAgent } from "../../codec/desk.ts";
import { encodeReadyFrame, encodeResyncFrame } from "../../codec/desk-frame.ts";
import type { Directory } from "../../runtime/directory.ts";
import { deskTopic, everyChannelTopic } from "../../runtime/topics.ts";
import type { CatchUpParts } from "./catch-up.ts";
import { catchUp, isKept } from "./catch-up.ts";
import type { DeskLink } from "./desk-link.ts";

/**
 * Answers a hello: `ready`, what was missed since the desk's cursor, then everything as it happens, without a gap or a
 * double. A cursor that is not known any more gets `resync` and what happens from now on.
 */
export async function enterDesk(
  link: DeskLink,
  profile: AgentProfile,
  sinceCursor: number | undefined,
  parts: CatchUpParts,
): Promise<void> {
  const agent = toDeskAgent(profile);
  const goLive = (): void => {
    for (const topic of topicsOf(profile, parts.directory)) link.subscribe(topic);
  };
  const isResumed = sinceCursor !== undefined && (await isKept(sinceCursor, parts));
  if (isResumed) {
    link.send(encodeReadyFrame(agent, sinceCursor));
    if (await catchUp(link, sinceCursor, profile, parts, goLive)) return;
  } else {
    link.send(encodeReadyFrame(agent, parts.feed.cursor));
  }
  if (sinceCursor !== undefined) link.send(encodeResyncFrame());
  goLive();
}

function topicsOf(profile: AgentProfile, directory: Directory): readonly string[] {
  if (profile.role === "admin") return [everyChannelTopic];
  return [...directory.channels()]
    .filter(({ settings }) => settings.agentIds.includes(profile.id))
    .map(({ settings }) => deskTopic(settings.id));
}
