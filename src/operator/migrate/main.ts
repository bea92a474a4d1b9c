import { defaultLimits } from "../../config/limits.ts";
import { systemClock } from "../../core/clock.ts";
import type { Result } from "../../core/result.ts";
import { ok } from "../../core/result.ts";
import { createLog } from "../../core/telemetry/log.ts";
import { tableNames } from "../../store/postgres/tables.ts";
import type { Terminal } from "../command.ts";
import { keepFilesPrivate, runAsProcess } from "../command.ts";
import { createProgress } from "../progress.ts";
import type { MigrateOrder, Place } from "./command-line.ts";
import { migrateWords } from "./command-line.ts";
import { describeInventory, migrate, takeInventory } from "./migrate.ts";
import type { Side, TargetSide } from "./sides.ts";
import { openFolderSide, openFolderTarget, openPostgresSide, openPostgresTarget } from "./sides.ts";

async function carryOut({ from, to, isDryRun }: MigrateOrder, { out: say, err }: Terminal): Promise<Result<void>> {
  const { logger: log } = createLog("error", defaultLimits);
  const source: Side = from.kind === "folder" ? await openFolderSide(from.dir, log) : await openPostgresSide(from.url);
  try {
    if (isDryRun) {
      describeInventory(await takeInventory(source, tableNames)).forEach(say);
      return ok(undefined);
    }
    const target = await openTarget(to, log);
    try {
      const progress = createProgress(systemClock, err);
      const done = await migrate({ from: source, to: target, tables: tableNames, progress, say });
      if (done.ok) say(`Everything is in ${target.label}. The source is as it was.`);
      return done;
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

const openTarget = (to: Place, log: ReturnType<typeof createLog>["logger"]): Promise<TargetSide> =>
  to.kind === "folder" ? openFolderTarget(to.dir, log) : openPostgresTarget(to.url);

/** `npm run migrate`. */
keepFilesPrivate();
runAsProcess("migrate", {
  create: migrateWords.create,
  read(operands, flags, surroundings) {
    const order = migrateWords.read(operands, flags, surroundings);
    return order === null ? null : (terminal) => carryOut(order, terminal);
  },
});
