import t from "tap";
import { joinSentences, listOf, say } from "../../src/inspect/why/sentences.ts";

const link = (label: string) => ({ actor: `agent/${label}`, label });

t.test("a sentence begins with a capital letter, and what is null adds nothing", async (t) => {
  t.same(joinSentences([say`hello ${"Kim"}${null}.`, say`${say`an agent`} waits.`]), ["Hello Kim. An agent waits."]);
  t.same(joinSentences([]), []);
});

t.test("links, numbers and times are pieces of their own, also inside other words", async (t) => {
  const time = { atMs: 5, time: "ago" } as const;
  t.same(joinSentences([say`${link("Kim")} has ${2} chats${say` ${time}`}.`]), [
    link("Kim"),
    " has ",
    2,
    " chats ",
    time,
    ".",
  ]);
});

t.test("a list names four agents, and counts the others of a longer list", async (t) => {
  const [kim, lee, max, ada, zoe] = [link("Kim"), link("Lee"), link("Max"), link("Ada"), link("Zoe")];
  t.same(listOf([]), []);
  t.same(listOf([kim]), [kim]);
  t.same(listOf([kim, lee]), [kim, " and ", lee]);
  t.same(listOf([kim, lee, max, ada]), [kim, ", ", lee, ", ", max, " and ", ada]);
  t.same(listOf([kim, lee, max, ada, zoe]), [kim, ", ", lee, ", ", max, " and ", 2, " others"]);
});
