import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { text as readText } from "node:stream/consumers";
import { Facts } from "../../../../src/demo/cast/facts.ts";
import type { Ending } from "../../../harness/temporary-folder.ts";
import { DeskApi } from "../../../system/harness/people/desk-api.ts";

/** A started service of the walk. */
interface Running {
  readonly url: string;
  readonly output: string;
  end(signal: "SIGTERM" | "SIGKILL"): Promise<void>;
}

const readyPattern = /^parley ready (http:\/\/\S+)$/m;

/**
 * An operator's walk on a machine that has only the binary: from the first start to a restored backup. It keeps the lines that an operator
 * types and sees. Processes get no variable of the test's environment.
 */
export class OperatorWalk {
  /** The titles, the commands, and `   ok: …` or `   WRONG: …` for each check. */
  readonly lines: string[] = [];
  readonly #folder: string;
  readonly #t: Ending;

  constructor(t: Ending, folder: string, binary: string) {
    this.#t = t;
    this.#folder = join(folder, "operator");
    mkdirSync(this.#folder);
    copyFileSync(binary, join(this.#folder, "parley"));
  }

  async play(): Promise<void> {
    this.lines.push("# A machine that has only the file");
    await this.#run("--version");

    this.lines.push("# The service, on an empty folder");
    const first = await this.#start("data");
    const found = (pattern: RegExp): string => pattern.exec(first.output)?.[1] ?? first.output;
    const account = { email: found(/Administrator\s+(\S+)/), password: found(/Password\s+(\S+)/) };
    const endpoint = `${first.url}${new URL(found(/Endpoint URL\s+(\S+)/)).pathname}`;
    await this.#say(endpoint, "Is anybody there?");

    this.lines.push("# A backup while the service runs, and a message after it");
    await this.#run("backup monday.tar.gz");
    await this.#say(endpoint, "And on Tuesday?");

    this.lines.push("# Killed, and started again", "$ kill -9 $(pidof parley)");
    await first.end("SIGKILL");
    const again = await this.#start("data");
    await this.#holds("all 2 messages are there", again, account, ["Is anybody there?", "And on Tuesday?"]);
    await again.end("SIGTERM");
    await this.#run("doctor --data data");

    this.lines.push("# Monday's state, in another folder");
    await this.#run("restore monday.tar.gz --data restored");
    const restored = await this.#start("restored");
    await this.#holds("the message is there", restored, account, ["Is anybody there?"]);
    await restored.end("SIGTERM");
  }

  #spawn(words: readonly string[]) {
    const env = { PATH: "/usr/bin:/bin", HOME: this.#folder };
    return spawn(join(this.#folder, "parley"), words, { cwd: this.#folder, env, stdio: ["ignore", "pipe", "pipe"] });
  }

  async #run(line: string): Promise<void> {
    this.lines.push(`$ ./parley ${line}`);
    const child = this.#spawn(line.split(" "));
    const [output, errors, [code]] = await Promise.all([
      readText(child.stdout),
      readText(child.stderr),
      once(child, "close"),
    ]);
    if (code !== 0) this.lines.push(`   WRONG: it ended with ${code}: ${output}${errors}`);
  }

  async #start(data: string): Promise<Running> {
    const words = ["--data", data, "--port", "0"];
    this.lines.push(`$ ./parley ${words.join(" ")} &`);
    const child = this.#spawn(words);
    this.#t.teardown(() => child.kill("SIGKILL"));
    const ended = once(child, "close");
    const facts = new Facts();
    let output = "";
    child.stderr.resume();
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      facts.changed();
    });
    const url = await facts.until(
      "the service to be ready",
      () => readyPattern.exec(output)?.[1],
      () => output,
    );
    return {
      ...{ url, output },
      async end(signal) {
        child.kill(signal);
        await ended;
      },
    };
  }

  async #say(endpoint: string, text: string): Promise<void> {
    const body = JSON.stringify({ sender: { id: "ann" }, message: { type: "text", text } });
    this.lines.push(`$ curl -d '${body}' "$ENDPOINT"`);
    const { status } = await fetch(endpoint, { method: "POST", body });
    this.lines.push(status === 200 ? "   ok: answered 200" : `   WRONG: answered ${status}`);
  }

  async #holds(
    what: string,
    { url }: Running,
    account: { email: string; password: string },
    expected: readonly string[],
  ): Promise<void> {
    const api = await DeskApi.logIn(url, account);
    const stored: string[] = [];
    for (const { id } of await api.chats()) stored.push(...(await api.messages(id)).map(({ text }) => text));
    const missing = expected.filter((text) => !stored.includes(text));
    this.lines.push(missing.length === 0 ? `   ok: ${what}` : `   WRONG: ${missing.join(", ")} is missing`);
  }
}
