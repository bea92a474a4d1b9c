import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import t from "tap";
import { serveOnLoopback } from "../../../src/demo/cast/peer.ts";
import type { Constant } from "../../../src/web/build/samples/program.types.ts";
import { readShell } from "../../../src/web/build/samples/read-shell.ts";
import { writeCurl, writeSamples } from "../../../src/web/build/samples/write-samples.ts";
import { temporaryFolder } from "../../harness/temporary-folder.ts";

const run = promisify(execFile);

/** How each language runs a file, where it is installed. */
const runners: Readonly<Record<string, readonly [program: string, file: string]>> = {
  curl: ["sh", "sample.sh"],
  Node: [process.execPath, "sample.mjs"],
  Python: ["python3", "sample.py"],
  PHP: ["php", "sample.php"],
};

const isInstalled = async (program: string): Promise<boolean> =>
  run(program, [program === "sh" ? "-c" : "--version", "curl --version"]).then(
    () => true,
    () => false,
  );

t.test("the same requests leave from the shell and from each language that is made of it", async (t) => {
  const folder = temporaryFolder(t);
  let got: unknown[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const { method, url, headers } = request;
    got.push([method, url, headers.authorization, headers["x-note"], body === "" ? null : JSON.parse(body)]);
    response.end("answered");
  });
  const origin = await serveOnLoopback(t, server);
  const endpoint = join(folder, "endpoint");
  const saved = join(folder, "saved");
  writeFileSync(endpoint, `${origin}/hook\n`);
  const body = `{"text":"It's {1} \\\\ \\"$5\\"","list":[1,true,null,{}],"long":"${"x".repeat(80)}"}`;
  const shell = `# Each way to write a request.
PARLEY=${origin}
ask() { curl -s -w '\\n' -H "Authorization: Bearer $KEY" "$@"; sleep 0; }
ask "$PARLEY/api/chats?state=waiting"
ask -X PATCH -H 'X-Note: a "b" \\$c' \\
  -d '${body.replaceAll("'", "'\\''")}' "$PARLEY/api/chats/1"
curl -fs -X DELETE "$(cat ${endpoint})" -o ${saved}
`;
  const program = readShell(shell, new Map<string, Constant>());
  if (program === null) throw new Error("Expected requests");
  const written = program.requests.map((request) => writeCurl(request)).join("\n");
  const samples = [{ name: "curl", code: shell }, { name: "curl", code: written }, ...writeSamples(program)];
  const variables = { KEY: "pk_1", PARLEY: `${origin}`, ENDPOINT: `${origin}/hook` };
  const expected = [
    ["GET", "/api/chats?state=waiting", "Bearer pk_1", undefined, null],
    ["PATCH", "/api/chats/1", "Bearer pk_1", 'a "b" \\$c', JSON.parse(body)],
    ["DELETE", "/hook", undefined, undefined, null],
  ];
  for (const { name, code } of samples) {
    const [command = "", file = ""] = runners[name] ?? [];
    if (!(await isInstalled(command))) {
      t.comment(`${name} is not installed`);
      continue;
    }
    got = [];
    writeFileSync(join(folder, file), code);
    const { stdout } = await run(command, [join(folder, file)], { cwd: folder, env: { ...process.env, ...variables } });
    t.strictSame(got, expected, name);
    t.match(stdout, /answered[\s\S]*answered/, `${name} prints the answers`);
  }
});

t.test("a block that has more than requests stays a block of shell", async (t) => {
  for (const block of [
    "npm start",
    "curl https://a.example/metrics | grep x",
    "TOKEN=$(curl -s https://a.example)",
    "curl <endpoint>",
    "curl --compressed https://a.example",
    "curl https://a.example https://b.example",
    'curl "$(date)"',
    "curl https://a.example; echo",
    'say() { curl -d \'{"text":"\'"$1"\'"}\' https://a.example; }\nsay x',
    "PARLEY=http://a.example",
  ])
    t.equal(readShell(block, new Map()), null, block);
});

t.test("a constant of an earlier block counts in the later blocks of the page", async (t) => {
  const assigned = new Map<string, Constant>();
  t.equal(readShell("ENDPOINT='the endpoint URL'", assigned), null);
  const program = readShell('curl "$ENDPOINT/status"', assigned);
  t.strictSame(program?.constants, new Map([["ENDPOINT", { value: "the endpoint URL" }]]));
  t.match(program === null ? "" : writeSamples(program)[0]?.code, "fetch(`${ENDPOINT}/status`)");
});
