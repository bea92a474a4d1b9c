import { pino } from "pino";
import t from "tap";
import { openLmdbStore } from "../../src/store/lmdb/open-lmdb-store.ts";
import { startService } from "../harness/service.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";

t.test("an id that is longer than any stored one is answered like a missing one, at every address", async (t) => {
  const log = pino({ level: "silent" });
  const service = await startService(t, { store: await openLmdbStore({ dir: temporaryFolder(t), log }) });
  const token = await service.logIn("ada");
  const asked: string[] = [];
  for (const { pattern, methods } of service.app.routes)
    for (const [place] of pattern.matchAll(/:[a-zA-Z]+/g)) {
      const path = pattern
        .replace(place, "7".repeat(3_000))
        .replace(":kind", "chat")
        .replace(/:[a-zA-Z]+/g, "1");
      for (const method of Object.keys(methods)) {
        const { status } = await service.call(method.toUpperCase(), path, { token });
        t.ok(status >= 400 && status < 500, `${method} ${pattern}: ${status}`);
        asked.push(pattern);
      }
    }
  t.ok(asked.length > 60, `${asked.length} addresses`);
  for (const id of ["7".repeat(2_000), "%E2%82%AC".repeat(1_000)])
    for (const method of ["GET", "DELETE"])
      t.match(await service.call(method, `/api/clients/${id}`, { token }), {
        status: 404,
        body: { error: { code: "not_found" } },
      });
});
