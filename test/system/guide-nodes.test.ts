import t from "tap";
import { startTestPostgres } from "../harness/postgres.ts";
import { openReader, readBlocks } from "./harness/guide-reader.ts";

t.test("several processes start on a PostgreSQL as the guide says, also with the data of a folder", async (t) => {
  const [first = "", second = "", ask = "", migrate = ""] = await readBlocks("more-machines");
  const server = await startTestPostgres();
  t.teardown(() => server.remove());
  const { open, has, servicePort, peerPort } = await openReader(t, "/tmp/parley-nodes", ["8080", "8081"]);
  const onServer = (block: string) => open(block.replace("postgres://parley@127.0.0.1:5432/parley", server.url));
  const alone = open("npm start -- --data /tmp/parley-nodes/data --port 8080");
  await has(alone, `parley ready http://127.0.0.1:${servicePort}`);
  alone.child.kill("SIGTERM");
  await alone.ended;

  const migrating = onServer(migrate);
  await migrating.ended;
  t.equal(migrating.child.exitCode, 0, migrating.output);
  t.match(migrating.output, /^Everything is in the database postgres:\/\/127\.0\.0\.1:\d+\/postgres\./m);
  const nodes = [onServer(first), onServer(second)];
  for (const [index, port] of [servicePort, peerPort].entries()) {
    const node = nodes[index];
    if (node !== undefined) await has(node, `parley ready http://127.0.0.1:${port}`);
  }
  const asked = onServer(ask);
  await asked.ended;
  t.equal(asked.output, '{"status":"ok"}\nparley_nodes 2\n');
});
