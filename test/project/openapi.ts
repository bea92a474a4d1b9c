import { writeFileSync } from "node:fs";
import { apiCopy } from "../../src/web/build/api/api-document.ts";
import { startService } from "../harness/service.ts";
import { apiCopyOf } from "./api-copy.ts";

/** Writes the copy of `/openapi.json` that the pages of the API are made of. */

const endings: (() => unknown)[] = [];
const { url } = await startService({ teardown: (end) => void endings.push(end) });
const document = await (await fetch(`${url}/openapi.json`)).json();
writeFileSync(apiCopy, apiCopyOf(document));
console.log(`${apiCopy} describes ${Object.keys(document.paths).length} addresses.`);
for (const end of endings.reverse()) await end();
