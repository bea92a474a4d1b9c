/**
 * Files, or folders of them, that the complete suite runs on both stores: they prove promises through the real process.
 * test/cluster kills processes under load on PostgreSQL. `npm test -- --store postgres test/system/…` runs any other file there.
 */
export const onPostgres: readonly string[] = [
  "test/system/main-flow.test.ts",
  "test/system/bot-kills.test.ts",
  "test/system/webhook-kills.test.ts",
];
