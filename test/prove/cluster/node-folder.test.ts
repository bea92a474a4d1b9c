import t from "tap";
import { startTestPostgres } from "../../harness/postgres.ts";
import { temporaryFolder } from "../../harness/temporary-folder.ts";
import { findPort } from "../../system/harness/service/installation.ts";
import { ServiceProcess } from "../../system/harness/service/process.ts";

t.setTimeout(60_000);

t.test(
  "a data folder belongs to one node, and the next process of the node ends the previous process for all nodes",
  async (t) => {
    const server = await startTestPostgres();
    t.teardown(() => server.remove());
    const data = temporaryFolder(t);
    const start = async (): Promise<ServiceProcess> => {
      const flags = ["--store", server.url, "--data", data, "--port", String(await findPort())];
      const life = new ServiceProcess(flags);
      t.teardown(() => life.kill());
      return life;
    };
    const first = await start();
    await first.ready();
    const second = await start();
    t.match(await second.ended, { code: 2 });
    t.match(second.stderr, `The data folder ${data} is in use by process ${first.pid}`);
    await first.kill();
    const next = await start();
    const url = await next.ready();
    const metrics = await (await fetch(`${url}/metrics`)).text();
    t.match(metrics, /^parley_nodes 1$/m, "the nodes do not wait until the killed process counts as silent");
  },
);
