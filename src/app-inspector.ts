import type { Logger } from "pino";
import type { Archive } from "./archive/archive.ts";
import type { Config } from "./config/config.types.ts";
import { asChannelId } from "./core/ids.ts";
import { ok } from "./core/result.ts";
import { maskAddress, secretsInAddress } from "./delivery/address/endpoint-url.ts";
import type { Runtime } from "./domain/runtime.ts";
import type { InspectParts } from "./edge/routes/inspect/inspect-parts.ts";
import type { InspectEdge } from "./edge/routes/inspect/register-inspect.ts";
import { registerInspect } from "./edge/routes/inspect/register-inspect.ts";
import type { HttpServer } from "./edge/server/server.ts";
import type { SearchClosedChats } from "./inspect/closed-chats-source.ts";
import type { OpenInspector } from "./inspect/open-inspector.ts";
import { openInspector } from "./inspect/open-inspector.ts";
import type { ChartDrawer } from "./ports/chart-drawer.ts";
import type { Peers } from "./ports/peers.ts";

interface InspectorNeeds extends Omit<InspectParts, "inspector" | "runtime"> {
  readonly config: Config;
  readonly runtime: Runtime;
  readonly log: Logger;
  readonly peers: Peers;
  readonly drawer: ChartDrawer;
  readonly archive: Pick<Archive, "search">;
}

/** The inspector and its routes. */
export interface AddedInspector extends InspectEdge {
  readonly inspector: OpenInspector;
}

/** Adds the inspector, where administrators look into actors. */
export function addInspector(server: Pick<HttpServer, "route" | "ws">, needs: InspectorNeeds): AddedInspector {
  const { config, limits } = needs;
  const { archive } = needs;
  const inspector = openInspector({
    ...needs,
    processId: needs.processId(),
    waitingBytesMax: limits.socketBackpressureBytesMax,
    secrets: () => secretsOf(config),
    secretAddresses: () => [config.telephony?.gatewayUrl, config.smtp?.url].filter((address) => address !== undefined),
    searchClosed: searchClosedIn(archive),
    maskAddress: (address) => maskAddress(address, ""),
    secretsInAddress: (address) => secretsInAddress(address, ""),
  });
  needs.runtime.erasures.onDone(() => inspector.forgetShown());
  return { inspector, ...registerInspect(server, { ...needs, inspector }) };
}

/** The secrets that must never be shown. A reload can change some of them. */
const secretsOf = ({ telephony, smtp, metrics, traces }: Config): readonly string[] =>
  [telephony?.token, smtp?.url, metrics.token, ...Object.values(traces?.headers ?? {})].filter(isThere);

const isThere = (secret: string | null | undefined): secret is string => typeof secret === "string";

/** Finds closed chats of any age by words, in the archive. */
const searchClosedIn =
  ({ search }: Pick<Archive, "search">): SearchClosedChats =>
  async ({ text, channelIds, after }) => {
    const any = { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER - 1, agentId: null };
    const found = await search({ ...any, text, channelIds: channelIds?.map(asChannelId) ?? null, after });
    if (!found.ok) return found;
    const chats = found.value.chats.map(({ context: { id, closedAtMs, updatedAtMs } }) => ({
      closedAtMs: closedAtMs ?? updatedAtMs,
      chatNumber: Number(id),
    }));
    return ok({ chats, next: found.value.next });
  };
