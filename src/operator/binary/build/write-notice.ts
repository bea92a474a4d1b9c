import { readFileSync, writeFileSync } from "node:fs";
import { noticeOf } from "./notice.ts";

/** `npm run notice` writes NOTICE anew, after a dependency was added, updated or removed. */
writeFileSync("NOTICE", noticeOf(JSON.parse(readFileSync("package-lock.json", "utf8")).packages));
