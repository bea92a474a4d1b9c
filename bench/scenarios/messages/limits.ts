import { join } from "node:path";
import { messageLoad } from "../../load/clients/message-load.ts";
import { describeLoad, measureLoad, warmUpSeconds } from "../../load/figures/measure.ts";
import type { Runner } from "../../load/figures/rounds.ts";
import { medianOf } from "../../load/figures/statistics.ts";
import { startPeer } from "../../load/service/service.ts";
import type { BenchContext, Contestant, Verdict } from "../scenario.types.ts";

const limits = {
  echo: "uWS echo",
  "bare-registry": "bare XState registry, nothing stored",
} as const;
type LimitName = keyof typeof limits;

/** Sends the same messages to a server that stores nothing; `ending` is the end of its name. */
export function createLimit(
  limit: LimitName,
  { options, workFolder }: Pick<BenchContext, "options" | "workFolder">,
  ending = "",
): Runner {
  return {
    name: `${limits[limit]}${ending}`,
    describe: describeLoad,
    async round(run) {
      const { connections, seconds, chats: senders } = options;
      const peer = await startPeer(limit, join(workFolder, limit));
      const load = { url: peer.url, run, connections, senders };
      await measureLoad(peer, messageLoad({ ...load, seconds: warmUpSeconds(seconds) }));
      const { figures } = await measureLoad(peer, messageLoad({ ...load, seconds }));
      await peer.end("SIGKILL");
      return figures;
    },
  };
}

const shareWanted = 0.25;
const shareGoal = 0.5;

const shareOf = (limit: Contestant, service: Contestant): number =>
  medianOf(service, "perSecond") / medianOf(limit, "perSecond");

export function judgeEchoShare(echo: Contestant, service: Contestant): Verdict {
  const share = shareOf(echo, service);
  return {
    name: `${service.name}: share of the echo`,
    target: `>= ${shareWanted.toFixed(2)} (goal ${shareGoal.toFixed(2)})`,
    measured: share.toFixed(3),
    isMet: share >= shareWanted,
  };
}

export const showRegistryShare = (registry: Contestant, service: Contestant): Verdict => ({
  name: `${service.name}: share of the registry`,
  target: "none",
  measured: shareOf(registry, service).toFixed(3),
  isMet: null,
});

export const showEchoCpu = (echo: Contestant, service: Contestant): Verdict => ({
  name: `${service.name}: CPU of the echo for the same requests`,
  target: "none",
  measured: (medianOf(echo, "cpuUsPerRequest") / medianOf(service, "cpuUsPerRequest")).toFixed(3),
  isMet: null,
});
