import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { version } from "../core/version.ts";
import { clientTypes } from "./client-types.ts";

const mistakeStatus = 2;

const help = `Usage: npm run client -- [--out FOLDER] URL

Makes the package of the client for Node in dist/client, or in another folder: its types come from the service at the URL, such as
http://127.0.0.1:8080. "npm pack dist/client" packs it.`;

async function readJson(address: URL): Promise<unknown> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`Expected ${address.href} to answer 200, got ${answer.status}.`);
  return answer.json();
}

async function main(words: readonly string[]): Promise<number> {
  const [url, ...others] = words.filter((word, index) => word !== "--out" && words[index - 1] !== "--out");
  const out = words.includes("--out") ? words[words.indexOf("--out") + 1] : "dist/client";
  if (url === undefined || URL.parse(url) === null || others.length > 0 || out === undefined) {
    console.error(help);
    return mistakeStatus;
  }
  const [openapi, asyncapi] = await Promise.all(
    ["/openapi.json", "/asyncapi.json"].map((path) => readJson(new URL(path, url))),
  );
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  cpSync("clients/node", out, { recursive: true });
  writeFileSync(`${out}/types.d.ts`, clientTypes(openapi, asyncapi));
  const manifest: object = JSON.parse(readFileSync("clients/node/package.json", "utf8"));
  writeFileSync(`${out}/package.json`, `${JSON.stringify({ ...manifest, version }, null, 2)}\n`);
  console.log(`${out} has the client ${version} for ${url}.`);
  return 0;
}

process.exitCode = await main(process.argv.slice(2));
