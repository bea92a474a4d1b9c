import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Ending } from "../../../harness/temporary-folder.ts";
import { temporaryFolder } from "../../../harness/temporary-folder.ts";
import { Facts } from "../../../system/harness/facts.ts";
import { ServiceProcess } from "../../../system/harness/service/process.ts";
import { configOf } from "./scenario.ts";

/** Real processes on a kept database, and the peer to which they send the waiting deliveries. */
export interface UpgradedNodes {
  /** Resolves when the peer has received a request that matches. The text is path and body. */
  untilSent(what: RegExp): Promise<string>;
  /** Starts a node with its own data folder. The node is killed when the test ends. */
  start(url: string): ServiceProcess;
}

export async function openUpgradedNodes(t: Ending): Promise<UpgradedNodes> {
  const sent: string[] = [];
  const facts = new Facts();
  const peer = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    sent.push(`${request.url} ${Buffer.concat(parts)}`);
    facts.changed();
    response.writeHead(200, { "content-type": "application/json" }).end('{"code":0,"result":"ok"}');
  });
  await new Promise<void>((resolve) => peer.listen(0, "127.0.0.1", resolve));
  t.teardown(() => {
    peer.closeAllConnections();
    peer.close();
  });
  const folder = temporaryFolder(t);
  const config = join(folder, "config.json");
  const channelsOfScenario = 6;
  writeFileSync(
    config,
    JSON.stringify(configOf(`http://127.0.0.1:${(peer.address() as AddressInfo).port}`, channelsOfScenario)),
  );
  let nodes = 0;
  return {
    untilSent: (what) =>
      facts.until(
        String(what),
        () => sent.find((one) => what.test(one)),
        () => sent,
      ),
    start(url) {
      nodes += 1;
      const flags = ["--config", config, "--data", join(folder, `node-${nodes}`), "--store", url, "--port", "0"];
      const life = new ServiceProcess(flags);
      t.teardown(() => life.kill());
      return life;
    },
  };
}
