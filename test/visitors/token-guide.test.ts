import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import t from "tap";
import { createManualClock } from "../edge/manual-clock.ts";
import { startService } from "../harness/service.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";
import { enterVisitor } from "../harness/visitor-client.ts";
import { identitySecret, withIdentity } from "./visitor-tokens.ts";

const run = promisify(execFile);
const guide = readFileSync("src/docs/verified-visitors.md", "utf8");
const user = { id: "4711", name: 'Ann "é" Lee', email: "ann@example.com" };

interface Language {
  readonly name: string;
  readonly file: string;
  /** The program that runs the file; the guide's function is called at its end. */
  readonly command: readonly string[];
  /** Exits with 0 where the language is installed. */
  readonly check: readonly string[];
  readonly program: (code: string, secret: string, widget: string, user: string) => string;
}

const goImports = ["crypto/hmac", "crypto/sha256", "encoding/base64", "encoding/json", "fmt", "time"];
const languages: readonly Language[] = [
  {
    name: "js",
    file: "token.mjs",
    command: [process.execPath],
    check: [process.execPath, "--version"],
    program: (code, ...given) => `${code}\nconsole.log(visitorToken(${given.join(", ")}));`,
  },
  {
    name: "python",
    file: "token.py",
    command: ["python3"],
    check: ["python3", "--version"],
    program: (code, ...given) => `${code}\nprint(visitor_token(${given.join(", ")}))`,
  },
  {
    name: "php",
    file: "token.php",
    command: ["php"],
    check: ["php", "--version"],
    program: (code, secret, widget, json) =>
      `<?php\n${code}\necho visitor_token(${secret}, ${widget}, json_decode('${json}', true));`,
  },
  {
    name: "go",
    file: "token.go",
    command: ["go", "run"],
    check: ["go", "version"],
    program: (code, secret, widget) =>
      `package main\nimport (${goImports.map((name) => `"${name}"`).join("; ")})\n${code}
func main() {
	token, err := visitorToken(${secret}, ${widget}, User{"${user.id}", ${JSON.stringify(user.name)}, "${user.email}"})
	if err != nil { panic(err) }
	fmt.Println(token)
}`,
  },
];

const isInstalled = ([command = "", ...args]: readonly string[]): Promise<boolean> =>
  run(command, args).then(
    () => true,
    () => false,
  );

t.test(
  "[WJ-47] the code of the guide makes tokens that the service accepts, in each language that is installed",
  async (t) => {
    const folder = temporaryFolder(t);
    const service = await startService(t, { channels: withIdentity(), clock: createManualClock(Date.now()) });
    const installed: string[] = [];
    for (const { name, file, command, check, program } of languages) {
      const code = new RegExp(`\`\`\`${name}\\n([\\s\\S]*?)\`\`\``).exec(guide)?.[1];
      t.type(code, "string", `the guide has code in ${name}`);
      if (!(await isInstalled(check))) continue;
      installed.push(name);
      const path = join(folder, file);
      writeFileSync(path, program(code ?? "", JSON.stringify(identitySecret), '"MOBILEAPP1"', JSON.stringify(user)));
      const [executable = "", ...args] = command;
      const { stdout } = await run(executable, [...args, path], { env: { ...process.env, GOCACHE: folder } });
      const { ready } = await enterVisitor(t, service, { identity: stdout.trim() });
      t.match(ready, { identity: null, number: 1, contact: { name: user.name, email: user.email } }, name);
    }
    t.ok(installed.includes("js"), installed.join(" "));
  },
);
