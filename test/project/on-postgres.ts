/** Files, or folders of them, that the whole suite runs on both stores: they prove promises through the real process. */
export const onPostgres: readonly string[] = [
  "test/system/main-flow.test.ts",
  "test/system/kill-under-load.test.ts",
  "test/system/mixed-kills.test.ts",
  "test/system/bot-kills.test.ts",
  "test/system/webhook-kills.test.ts",
];
