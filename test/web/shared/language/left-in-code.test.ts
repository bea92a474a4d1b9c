import { readdirSync, readFileSync } from "node:fs";
import t from "tap";
import { wordsInCode } from "./words-in-code.ts";

const files = ["src/web/desk", "src/web/shared"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".tsx"))
    .map((name) => `${folder}/${name}`),
);

t.test("the desk has its texts in every language, not in the code", async (t) => {
  t.ok(files.length > 100, `${files.length} files`);
  t.same(
    files.flatMap((path) => wordsInCode(path, readFileSync(path, "utf8"))),
    [],
    "texts that users read are in the folders named texts",
  );
});

t.test("texts are found in every place where users read them", async (t) => {
  const code = `
    const Page = ({ at, name }) => (
      <p title={at === "here" ? "Here" : text("away")} class="wide" aria-label={\`Close \${name}\`}>
        Read {name ?? "Nobody"}, {at === "gone" && "now"} {text("closed")} <kbd>Enter</kbd> × Parley
        <b>Parley</b> <Field label="Name">{(control) => <input {...control} placeholder="Words" />}</Field>
      </p>
    );`;
  t.same(
    wordsInCode("page.tsx", code).map((line) => line.replace("page.tsx:", "")),
    ["3 Here", "3 Close", "4 Read", "4 Nobody", "4 now", "4 × Parley", "5 Name", "5 Words"],
  );
});
