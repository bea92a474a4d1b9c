import { join } from "node:path";
import t from "tap";
import { startTestPostgres } from "../../harness/postgres.ts";
import { temporaryFolder } from "../../harness/temporary-folder.ts";
import { createTestDatabase } from "../../harness/test-database.ts";
import { fillFolder } from "../../operator/migrate-world.ts";
import { findPort } from "../../system/harness/service/installation.ts";
import { runProvider } from "../../system/harness/service/operator-commands.ts";
import { ServiceProcess } from "../../system/harness/service/process.ts";

t.setTimeout(180_000);

const server = await startTestPostgres();
t.teardown(() => server.remove());

t.test(
  "[BOT-03] the machine's service stores providers; without a service the command writes into the database",
  async (t) => {
    const { url } = await createTestDatabase(server.url);
    const folder = temporaryFolder(t);
    const dataDir = join(folder, "data");
    const here = (...argv: readonly string[]) => runProvider([...argv, "--data", dataDir, "--store", url]);
    const elsewhere = (...argv: readonly string[]) =>
      runProvider([...argv, "--data", join(folder, "none")], { PARLEY_STORE: url });
    t.match(await here("list"), {
      code: 1,
      stderr:
        /^The database postgres:\/\/127\.0\.0\.1:\d+\/test_\w+ contains no data of Parley: the first start of the service creates the tables\.\n$/,
    });
    await fillFolder(dataDir, 0);
    const life = new ServiceProcess(["--data", dataDir, "--store", url, "--port", String(await findPort())], {});
    t.teardown(() => life.kill());
    await life.ready();
    t.match(await life.untilLogged("the data folder contains a store"), { level: 40, folder: dataDir });
    t.match(await here("add", "acme-bots", "--name", "Acme Bots"), {
      code: 0,
      stdout: /^Provider acme-bots was added\./,
    });
    t.match(await elsewhere("list"), { code: 0, stdout: "acme-bots  Acme Bots\n" });
    t.match(await elsewhere("add", "other-bots", "--name", "Other"), { code: 0 });
    t.match(await elsewhere("add", "other-bots", "--name", "Other"), {
      code: 1,
      stderr: /^There is already a provider/,
    });
    await life.kill();
    const both = "acme-bots   Acme Bots\nother-bots  Other\n";
    t.match(await here("list"), { code: 0, stdout: both }, "the file of a killed service is not trusted");
    t.match(await here("remove", "other-bots"), { code: 0 });
  },
);
