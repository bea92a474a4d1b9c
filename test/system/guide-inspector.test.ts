import { readFile } from "node:fs/promises";
import t from "tap";
import { openReader, readBlocks } from "./harness/guide-reader.ts";

const found = (text: string, pattern: RegExp): string => {
  const value = pattern.exec(text)?.[1];
  if (value === undefined) throw new Error(`Expected ${pattern} in ${text}`);
  return value;
};

t.test("the requests of the inspector's guide work as pasted", async (t) => {
  const [address = "", hello = "", talk = ""] = await readBlocks("quick-start");
  const [ask = "", watch = "", steps = ""] = await readBlocks("inspector");
  const { open, has, servicePort } = await openReader(t, "/tmp/parley-inspected", ["8080", "9099"]);
  const service = open("npm start -- --data /tmp/parley-inspected/data --port 8080");
  await has(service, `parley ready http://127.0.0.1:${servicePort}`);
  const connection = address
    .replace("the endpoint URL", found(service.output, /Endpoint URL +(\S+)/))
    .replace("the password", found(service.output, /Password +(\S+)/));
  // The agent logs in and accepts the chat. The reply is sent when a watcher is connected.
  const lines = talk.split("\n");
  const replyAt = lines.findIndex((line) => line.includes("Hello Ann"));
  const before = open([connection, hello, ...lines.slice(0, replyAt), 'echo "TOKEN=$TOKEN"'].join("\n"));
  await before.ended;
  const token = found(before.output, /^TOKEN=(\S+)$/m);

  const watcher = open(`export TOKEN='${token}'; exec ${watch}`);
  await has(watcher, "@xstate.actor chat/1  with_agent");
  const session = [`TOKEN='${token}'`, ...lines.filter((line) => /^(PARLEY=|ask\(\))/.test(line))];
  await open([...session, ...lines.slice(replyAt)].join("\n")).ended;
  await has(watcher, "@xstate.snapshot chat/1 chat.reply-requested with_agent");
  await has(watcher, "attempt.succeeded delivered");

  const asking = open(
    [...session, ask, "cat /tmp/parley-inspected/chat-1.json /tmp/parley-inspected/chat.svg"].join("\n"),
  );
  await asking.ended;
  const [failed = "", waiting = "", chat = "", ofChat = "", exported = "", ...chart] = asking.output.trim().split("\n");
  t.same(JSON.parse(failed).actors, [], "the sample customer takes everything");
  t.same(JSON.parse(waiting).actors, [], "nobody has waited for a minute");
  t.match(JSON.parse(chat), { actor: { actor: "chat/1", state: "with_agent", context: { id: "1" } } });
  t.match(JSON.parse(ofChat).steps[0], { event: { type: "message.received" }, before: null, after: "waiting" });
  const { actors, steps: all } = JSON.parse(exported).chat;
  t.match(actors, [{ actor: "chat/1" }, { actor: /^delivery\// }]);
  t.equal(all.filter(({ event }: { event: { type: string } }) => event.type === "attempt.succeeded").length, 1);
  t.match(chart.join("\n"), /^<svg [^>]*data-machine="chat"[\s\S]*<\/svg>$/);
  const listing = open([...session, steps].join("\n"));
  await listing.ended;
  const page = await readFile("src/docs/inspector.md", "utf8");
  const shown = found(page, /^```text\n(.*?)^```$/ms);
  // A busy machine withdraws an attempt that would leave too late, and makes it again.
  const withdrawn = /^.*: attempt\.withdrawn .*\n.*: deadline\.reached .*\n/gm;
  t.equal(listing.output.replace(/delivery\/\w+/g, "delivery/…").replace(withdrawn, ""), shown);
});
