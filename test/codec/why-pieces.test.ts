import t from "tap";
import type { WhyPhrase } from "../../src/codec/inspect/why-phrase.types.ts";
import { piecesOf } from "../../src/codec/inspect/why-pieces.ts";

const texts: Readonly<Record<string, string>> = {
  greeting: "hello {name}{since}.",
  since: " {time}",
  chat: "chat {id}",
  waiting: "{names} {n} wait",
};

const wording = (locale: string) => ({ locale, textOf: (key: string): string => texts[key] ?? "" });
const english = (phrase: WhyPhrase) => piecesOf(phrase, wording("en-GB"));

t.test("a placeholder without a value stays empty, and the first letter becomes a capital", async (t) => {
  t.same(english({ key: "greeting", values: { name: "Kim" } }), ["Hello Kim."]);
});

t.test("braces in a value stay as they are", async (t) => {
  t.same(english({ key: "greeting", values: { name: "{since} {name}" } }), ["Hello {since} {name}."]);
});

t.test("links and times are pieces of their own, also inside another phrase", async (t) => {
  const link = { actor: "chat/17", label: { key: "chat", values: { id: "17" } } };
  const time = { atMs: 5, time: "ago" } as const;
  t.same(english({ key: "greeting", values: { name: link, since: { key: "since", values: { time } } } }), [
    "Hello ",
    { actor: "chat/17", label: "chat 17" },
    " ",
    time,
    ".",
  ]);
});

t.test("names are listed as the language lists them", async (t) => {
  const names = { names: ["Kim", "Lee", { actor: "agent/3", label: "Max" }] };
  const phrase = { key: "waiting", values: { names, n: 3 } };
  t.same(english(phrase), ["Kim, Lee and ", { actor: "agent/3", label: "Max" }, " ", 3, " wait"]);
  t.same(piecesOf(phrase, wording("de"))[0], "Kim, Lee und ");
});
