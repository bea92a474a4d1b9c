/**
 * Files, or folders of them, that the whole suite runs on both stores: they prove promises through the real process. What kills a process under load
 * on PostgreSQL is test/cluster; `npm test -- --store postgres test/system/…` runs any other file there.
 */
export const onPostgres: readonly string[] = [
  "test/system/main-flow.test.ts",
  "test/system/bot-kills.test.ts",
  "test/system/webhook-kills.test.ts",
];
