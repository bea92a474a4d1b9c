import type { Adapters } from "./open.ts";
import type { Parts } from "./wire.ts";

/** The order of ending. What was accepted is finished and committed, before anything that it uses is closed. */
export async function stop(adapters: Adapters, { inner, edge }: Parts): Promise<void> {
  const { config, clock, stored, nodes, tasks } = adapters;
  const { runtime, photos, archive, openChats } = inner.domain;
  const untilMs = clock.nowMs() + config.limits.drainTimeoutMs;
  const drained = edge.server.drain();
  // In the same tick, so that the last commits include that the agents have gone.
  edge.desk.closeSockets();
  edge.visitors.closeSockets();
  edge.inspect.closeSockets();
  await drained;
  await Promise.all([tasks.bodyParser.close(), tasks.eventParser.close(), archive.stop(), openChats.stop()]);
  await runtime.stop(untilMs);
  edge.inspector.close();
  await Promise.all([photos.stop(), stored.files.whenQuiet()]);
  await closeOutside(adapters, { inner, edge }, untilMs);
  inner.shared.freshRows.stop();
  await nodes.peers.stop();
  await inner.shared.store.close();
}

/** Ends requests to others, the threads, the disk watcher and the operators' routes, and exports the last spans. */
async function closeOutside({ others, tasks, host }: Adapters, { inner, edge }: Parts, untilMs: number): Promise<void> {
  const { outbound, pictures, linkPreviews, identityTokens } = inner.outside;
  inner.bounds.diskWarnings?.stop();
  await Promise.all([
    outbound.close(),
    pictures.close(),
    linkPreviews.close(),
    identityTokens.close(),
    others.telephony.close(),
    others.mailer.close(),
    tasks.chatLog.close(),
    tasks.charts.close(),
    tasks.thumbnailer.close(),
    host.disk?.close(),
    edge.operations.close(),
    host.spans?.close(untilMs),
  ]);
}
