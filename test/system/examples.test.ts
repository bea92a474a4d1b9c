import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import t from "tap";
import { blocksIn, openReader } from "./harness/guide-reader.ts";

const page = readFileSync("examples/README.md", "utf8");
const [begin = "", ...sections] = page.split(/^## (?=Node|Python|PHP|Go)/m);

/** The program that runs each language. */
const languages: readonly (readonly [name: string, program: string, version: string])[] = [
  ["Node", "node", "--version"],
  ["Python", "python3", "--version"],
  ["PHP", "php", "--version"],
  ["Go", "go", "version"],
];
const isInstalled = (program: string, version: string): boolean => spawnSync(program, [version]).status === 0;

t.test(
  "[CH-10, BOT-06, WH-40] the examples of each installed language carry a chat, as their page starts them",
  async (t) => {
    t.same(
      sections.map((section) => section.split("\n")[0]),
      languages.map(([name]) => name),
    );
    const installed = languages.filter(([, program, version]) => isInstalled(program, version));
    t.ok(installed.length > 0);
    for (const [name] of installed)
      await t.test(name, async (t) => {
        const { open, has, servicePort } = await openReader(t, "/tmp/parley-examples", [
          "8087",
          "9090",
          "9091",
          "9092",
        ]);
        const [config = "", start = ""] = blocksIn(begin);
        await open(config).ended;
        await has(open(start), `parley ready http://127.0.0.1:${servicePort}`);
        const [block = ""] = blocksIn(sections.find((section) => section.startsWith(`${name}\n`)) ?? "");
        const programs = block.trim().split("\n").map(open);
        const [customer, bot, receiver] = programs.slice(-3);
        const [typing] = programs;
        if (typing === undefined || customer === undefined || bot === undefined || receiver === undefined)
          throw new Error(`Expected a line for each program of ${name}, got ${block}`);
        await Promise.all(
          ["9090", "9091", "9092"].map(
            (port) => open(`until (: < /dev/tcp/127.0.0.1/${port}) 2>/dev/null; do sleep 0.1; done`).ended,
          ),
        );

        typing.child.stdin.write("Hello\n");
        await has(typing, '200 {"result":"ok"}');
        await has(bot, "CLIENT_MESSAGE Hello");
        await has(customer, "Rivet: You wrote: Hello");
        typing.child.stdin.write("A human, please\n");
        await has(bot, "AGENT_UNAVAILABLE");
        await has(customer, "Rivet: Nobody is free. Leave your e-mail, please.");
        const api = `curl -s -H "Authorization: Bearer pk_kims-key-of-this-example-0123456789" http://127.0.0.1:8087/api/chats/1`;
        const kim = open(`${api}/accept -X POST; ${api}/messages -d '{"type":"text","text":"Hello Ann"}'`);
        await has(bot, "AGENT_JOINED");
        await has(receiver, "chat_accepted of Ann");
        await has(customer, "Kim: Hello Ann");
        await kim.ended;

        const forged = open(
          "curl -s -w '%{http_code}\\n' -H 'webhook-id: a' -H 'webhook-signature: v1,a' -d '{}' -o /dev/null http://127.0.0.1:9092/events -o /dev/null http://127.0.0.1:9091/hook/wrong",
        );
        await forged.ended;
        t.equal(forged.output, "401\n401\n");
      });
  },
);

t.test("each example is one file of less than 80 lines", async (t) => {
  for (const [, path = ""] of page.matchAll(/(examples\/[\w-]+\/[\w.-]+)/g))
    t.ok(readFileSync(path, "utf8").split("\n").length <= 80, path);
});
