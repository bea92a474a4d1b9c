import t from "tap";
import { openCluster } from "./harness/cluster.ts";
import { clusterConfig } from "./harness/cluster-config.ts";
import { say } from "./harness/say.ts";

const nobody = "http://127.0.0.1:9/nobody";
const config = clusterConfig({ customerSystem: nobody, bot: nobody, owner: nobody });

t.setTimeout(120_000);

t.test(
  "nodes that start before their database report that they wait for it, and start together on an empty database",
  async (t) => {
    const { postgres, nodes } = await openCluster(t, config);
    await postgres.stop("kill");
    const lives = nodes.map((node) => node.spawn());
    for (const life of lives) {
      const { database } = await life.untilLogged("waiting for the database");
      t.match(database, /^postgres:\/\/127\.0\.0\.1:\d+\/postgres$/, "no user, no password");
      t.equal(life.url, null, "it does not report that it is ready");
    }
    await postgres.start();
    await Promise.all(lives.map((life) => life.ready()));
    for (const [index, node] of nodes.entries()) {
      await node.untilReady();
      t.equal(node.lives.length, 1, "no restart was needed");
      t.equal(await say(node, "alpha", `hello ${index}`), 200);
    }
  },
);
