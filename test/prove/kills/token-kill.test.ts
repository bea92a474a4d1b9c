import { spawn } from "node:child_process";
import { once } from "node:events";
import t from "tap";
import { createKnownTokens } from "../../../src/domain/bot/known-tokens.ts";
import { openLmdbStore } from "../../../src/store/lmdb/open-lmdb-store.ts";
import { channelId, grantTokens, openProvider } from "../../delivery/bot/bots.ts";
import { createManualClock } from "../../edge/manual-clock.ts";
import { temporaryFolder } from "../../harness/temporary-folder.ts";
import { runnable } from "../../project/compiled-scripts.ts";
import { recordingLog } from "../../store/lmdb-fixture.ts";

const hourMs = 3_600_000;

t.test("[AUTH-10] a token that the bot has is still accepted after a kill of the process", async (t) => {
  const dir = temporaryFolder(t);
  const life: { child: ReturnType<typeof spawn> | null } = { child: null };
  const provider = await openProvider(t, { bot: () => life.child?.kill("SIGKILL"), token: grantTokens() });
  const { flags, file } = runnable("test/delivery/oauth/tell-once.ts");
  const words = [...flags, file, dir, JSON.stringify(provider.bot)];
  life.child = spawn(process.execPath, words, { stdio: ["ignore", "ignore", "inherit"] });
  const [, signal] = await once(life.child, "close");
  t.equal(signal, "SIGKILL");
  t.strictSame(provider.carried(), ["Bearer tk-1-hush"]);
  const store = await openLmdbStore({ dir, log: recordingLog() });
  t.teardown(() => store.close());
  const clock = createManualClock(Date.now());
  const known = createKnownTokens(store, clock);
  await known.load();
  const { oauth } = provider.bot;
  const isAccepted = () => Boolean(oauth && known.accepts({ channelId, oauth }, provider.carried()[0]));
  t.ok(isAccepted());
  clock.advance(hourMs);
  t.notOk(isAccepted());
});
