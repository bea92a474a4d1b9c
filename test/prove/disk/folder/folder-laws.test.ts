import t from "tap";
import { serviceFaults } from "./damaged-service.ts";
import type { ImageResult } from "./image-results.ts";
import { imageFaults } from "./image-results.ts";

const image: ImageResult = {
  ...{ number: 1, how: "a flipped bit", path: "rows/data.mdb", kind: "refused", detail: "", isChanged: true },
  doctorFound: 1,
};

t.test("reported damage breaks no law", async (t) => {
  const kinds = [image, { ...image, kind: "told" as const }, { ...image, kind: "whole" as const, isChanged: false }];
  t.strictSame(imageFaults(kinds), []);
  const dropped = { ...image, kind: "end dropped" as const, path: "journal/0.journal", doctorFound: 0 };
  t.strictSame(imageFaults([dropped]), [], "records that nobody else knew of");
});

t.test("each planted violation is found", async (t) => {
  const planted: readonly Partial<ImageResult>[] = [
    { kind: "WRONG" },
    { kind: "ended" },
    { kind: "end dropped" },
    { isChanged: false },
    { doctorFound: 0 },
  ];
  for (const change of planted) t.equal(imageFaults([{ ...image, ...change }]).length, 1, JSON.stringify(change));
});

const served = {
  how: "a flipped bit",
  isServing: true,
  words: "a row is damaged",
  isNamed: false,
  wrong: [],
  told: 1,
  whole: 7,
};

t.test("a start on a damaged folder: correct and wrong results", async (t) => {
  t.strictSame(serviceFaults(served), []);
  t.strictSame(serviceFaults({ ...served, isServing: false, isNamed: true }), []);
  t.equal(serviceFaults({ ...served, isServing: false }).length, 1, "refused, and nothing is named");
  t.equal(serviceFaults({ ...served, wrong: ["another text"] }).length, 1, "an answer that is not true");
  t.equal(serviceFaults({ ...served, words: "" }).length, 1, "left out without a word");
});
