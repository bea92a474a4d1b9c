import { readFileSync } from "node:fs";
import t from "tap";
import { Check } from "typebox/value";
import { jsonSchema } from "../../src/config/config-schema.ts";

const schema = jsonSchema();
const example = readFileSync("test/fixtures/config/example.json", "utf8");

t.test("the published schema accepts the documented example and refuses mistakes", async (t) => {
  t.ok(Check(schema, JSON.parse(example)), "as documented");
  const spoilt = (from: string, to: string): unknown => JSON.parse(example.replace(from, to));
  t.notOk(Check(schema, spoilt('"chunked": false', '"chunked": "no"')), "a wrong value");
  t.notOk(Check(schema, spoilt('"webhookUrl"', '"webhook"')), "a wrong key");
  const withLook = (look: object): unknown => spoilt('"callback"', `"look": ${JSON.stringify(look)}, "callback"`);
  t.ok(Check(schema, withLook({ color: "#1F6feb", position: "left", language: "de", title: "Hi" })), "with a look");
  t.notOk(Check(schema, withLook({ language: "nl" })), "a language that the widget does not have");
  t.notOk(Check(schema, withLook({ color: null })), "null is no colour");
  t.notOk(Check(schema, spoilt('"MOBILEAPP1"', '"MOBILE"')), "a wrong id");
  t.notOk(Check(schema, spoilt('{ "env": "KIM_PASSWORD" }', '{ "vault": "KIM_PASSWORD" }')), "a wrong secret");
});

t.test("every key of the published schema has its purpose and its allowed values", async (t) => {
  const silent: string[] = [];
  let count = 0;
  const visit = (node: unknown, path: string): void => {
    if (typeof node !== "object" || node === null) return;
    for (const [key, value] of Object.entries(node)) {
      if (key !== "properties") {
        visit(value, `${path}/${key}`);
        continue;
      }
      for (const [name, property] of Object.entries(Object(value))) {
        const { title, description } = Object(property);
        const isReference = (name === "env" || name === "file") && path.includes("/anyOf/");
        count += 1;
        if (!isReference && (!title || !description)) silent.push(`${path}/${name}`);
        visit(property, `${path}/${name}`);
      }
    }
  };
  visit(schema, "");
  t.same(silent, []);
  t.ok(count > 60, `${count} keys`);
  t.same(JSON.parse(JSON.stringify(schema)), schema, "it is plain data");
});

t.test("the guides name every key of the config file, and every limit", async (t) => {
  const properties = Object(schema["properties"]);
  const page = readFileSync("src/docs/config-file.md", "utf8");
  const pages = page + readFileSync("src/docs/quotas.md", "utf8");
  const isNamed = (text: string) => (key: string) =>
    text.split("\n").some((row) => row.startsWith("| `") && row.includes(`\`${key}\``));
  const limits = Object.keys(Object(properties.limits).properties);
  t.ok(limits.length > 30, "limits");
  t.strictSame(
    Object.keys(properties).filter((key) => !isNamed(page)(key)),
    [],
    "keys that no table names",
  );
  t.strictSame(
    limits.filter((key) => !isNamed(pages)(key)),
    [],
    "limits that no table names",
  );
});
