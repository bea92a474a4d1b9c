import t from "tap";
import { hueOf, huesApart } from "../../../../src/web/shared/ui/hue.ts";

t.test("names beside each other have different hues while there are enough of them", async (t) => {
  const alike = ["SHOPAPP001", "PARTNER001"];
  t.equal(new Set(alike.map(hueOf)).size, 1);
  const [first = "", second = ""] = alike;
  t.equal(huesApart(alike).get(first), hueOf(first), "the first one keeps its own hue");
  t.not(huesApart(alike).get(second), hueOf(first));
  const many = Array.from({ length: 9 }, (_, at) => `CHANNEL00${at}`);
  t.equal(new Set(huesApart(many.slice(1)).values()).size, 8);
  t.equal(huesApart(many).get("CHANNEL008"), hueOf("CHANNEL008"), "no hue is left");
});
