import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import t from "tap";
import { startPostgres } from "../../harness/postgres-server.ts";
import { openCluster, startAll } from "./harness/cluster.ts";
import { clusterConfig } from "./harness/cluster-config.ts";
import { readStoredChats } from "./harness/laws/stored-chats.ts";
import { logIn } from "./harness/log-in.ts";
import { say } from "./harness/say.ts";

const nobody = "http://127.0.0.1:9/nobody";
const texts = Array.from({ length: 30 }, (_, index) => `before ${index}`);

t.setTimeout(120_000);

async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}

/** Starts a database with a synchronous standby, so that a commit is answered when both databases have it. */
async function startPair() {
  const primary = await startPostgres();
  await primary.stop();
  const signal = join(primary.folder, "data", "standby.signal");
  await writeFile(signal, "");
  const settings = [`primary_conninfo=host=127.0.0.1 port=${primary.port} user=parley`];
  // The standby waits for its primary while it starts.
  const standby = await startPostgres({ prepared: primary.folder, settings });
  await rm(signal);
  await primary.start();
  await run(primary.url, "ALTER SYSTEM SET synchronous_standby_names = '*'");
  await run(primary.url, "SELECT pg_reload_conf()");
  return { primary, standby };
}

t.test(
  "the primary database dies and its standby takes over: the nodes go on, and nothing answered is lost",
  async (t) => {
    const { primary, standby } = await startPair();
    t.teardown(() => standby.remove());
    const config = clusterConfig({ customerSystem: nobody, bot: nobody, owner: nobody });
    const cluster = await openCluster(t, config, primary);
    await startAll(cluster);
    const { nodes } = cluster;
    for (const [index, text] of texts.entries()) t.equal(await say(nodes[index % 3] ?? nodes[0], "alpha", text), 200);
    await primary.stop("kill");
    await run(standby.url, "SELECT pg_promote()");
    for (const node of nodes) node.proxy.lead(standby.port);
    for (const node of nodes) await node.untilReady();
    for (const node of nodes) t.equal(await say(node, "alpha", `after, ${node.name}`), 200);
    const [chat] = await readStoredChats(await logIn(cluster));
    const stored = chat?.messages.filter(({ from }) => from === "client").map(({ text }) => text);
    t.strictSame(stored, [...texts, ...nodes.map(({ name }) => `after, ${name}`)]);
    t.ok(nodes.every(({ lives }) => lives.length === 1));
  },
);
