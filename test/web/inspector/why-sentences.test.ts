import t from "tap";
import { sentencesOf } from "../../../src/web/inspector/actor/why-sentences.ts";
import { useTexts } from "../../../src/web/shared/language/texts.ts";

const waits = { key: "chatWaits", values: { whom: { key: "anAgent" } } };

t.test("a phrase of the service becomes a sentence in the language of the page", async (t) => {
  t.same(sentencesOf([waits]), [["Waits for an agent."]]);
  t.teardown(() => useTexts("en", {}));
  useTexts("de", { why: { chatWaits: "Wartet auf {whom}.", anAgent: "einen Agenten" } });
  t.same(sentencesOf([waits]), [["Wartet auf einen Agenten."]]);
});

t.test("a page that lacks a text of a newer service says so, and shows the English sentence", async (t) => {
  t.equal(sentencesOf([waits, { key: "newer" }]), null);
  t.equal(sentencesOf([{ key: "toString" }]), null);
  t.equal(sentencesOf(undefined), null, "an older node sends no phrases");
  t.equal(sentencesOf([undefined]), null);
});
