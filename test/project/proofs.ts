import { writeFileSync } from "node:fs";
import { protocolPages, tests } from "./protocol-sources.ts";
import { proofsIn, tagsOf, withProofs } from "./rule-proofs.ts";

/** Writes the tests that prove a rule below each rule of the protocol, and the file by which editors find a rule. */

const proofs = proofsIn(tests());
const pages = protocolPages();
for (const [path, text] of pages) writeFileSync(path, withProofs(text, proofs));
writeFileSync("tags", tagsOf(pages));
console.log(`${proofs.size} rules with their tests in ${pages.length} pages, and tags.`);
