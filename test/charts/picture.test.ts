import t from "tap";
import { createMachine } from "xstate";
import type { ChartModel } from "../../src/charts/chart.types.ts";
import { chartModelOf } from "../../src/charts/chart-model.ts";
import { escapeXml, shorten, widthOf } from "../../src/charts/chart-text.ts";
import { run } from "../../workers/lay-out-chart.ts";
import { machineCharts } from "../project/machine-charts.ts";
import { madeUpMachine } from "./made-up.ts";
import { allOf, childOf, classesOf, readXml, textOf, transitionsOf } from "./read-svg.ts";

const models: readonly ChartModel[] = [...machineCharts().map(({ machine }) => machine), madeUpMachine].map(
  chartModelOf,
);

t.test("the picture contains every name as text", async (t) => {
  const forbidden = ["\u0000", "\u0001", "\u001f", "\ufffe"];
  const names = [
    "<script>alert(1)</script>",
    `"><img src=x onerror="alert(1)">`,
    "</style></svg>&amp;]]>",
    `${forbidden.join("")}\u007f`,
    "\ud800 alone",
    "two\nlines\tand more",
    "{{mustache}} 'quoted'",
    "مرحبا 你好 \u202emirrored",
    "n".repeat(150),
  ];
  const states = Object.fromEntries(
    names.map((name) => [
      name.replaceAll(".", ""),
      { entry: name, tags: [name], on: { [name]: { guard: name, actions: name } } },
    ]),
  );
  const [first = ""] = Object.keys(states);
  const svg = readXml(await run(chartModelOf(createMachine({ id: names.join(""), initial: first, states } as never))));
  const elements = (element: typeof svg): readonly (typeof svg)[] => [element, ...element.children.flatMap(elements)];
  const known = "circle desc g path rect style svg text title tspan".split(" ");
  t.same([...new Set(elements(svg).map(({ name }) => name))].toSorted(), known);
  const attributes = new Set(elements(svg).flatMap((element) => Object.keys(element.attributes)));
  t.same(
    [...attributes].filter((name) => /^on|href|^src$|^style$/.test(name)),
    [],
  );
  const held = (name: string): string =>
    [...name].map((character) => ([...forbidden, "\ud800"].includes(character) ? "\ufffd" : character)).join("");
  t.same(
    allOf(svg, "state")
      .slice(1)
      .map((state) => state.attributes["data-state"]),
    Object.keys(states).map(held),
  );
  t.same(
    transitionsOf(svg).map(({ event }) => event),
    names.map(held),
  );
  t.ok(allOf(svg, "name").map(textOf).includes("<script>alert(1)</script>"));
});

t.test("a picture needs no other file", async (t) => {
  for (const model of models) {
    const text = await run(model);
    const svg = readXml(text);
    t.equal(svg.attributes["role"], "img");
    t.match(textOf(childOf(svg, "title") ?? svg), model.machine);
    t.match(textOf(childOf(svg, "desc") ?? svg), `${model.transitions.length} transition`);
    t.match(textOf(childOf(svg, "style") ?? svg), "prefers-color-scheme:dark");
    t.notMatch(text.replace('xmlns="http://www.w3.org/2000/svg"', ""), /https?:|url\(|@import|href|<script/);
    t.ok(text.endsWith("</svg>\n"));
  }
});

t.test("the same model gives the same text, after any earlier drawing", async (t) => {
  const drawn: string[] = [];
  for (const model of models) drawn.push(await run(model));
  for (const [place, model] of [...models.entries()].toReversed()) t.equal(await run(model), drawn[place]);
  const [first] = models;
  t.equal(
    first === undefined ? "" : await run(JSON.parse(JSON.stringify(first))),
    drawn[0],
    "also a model that was sent between threads",
  );
});

t.test("each of the transitions that share an arrow has its own copy, hidden until it is traced", async (t) => {
  const svg = readXml(
    await run(
      chartModelOf(
        createMachine({
          initial: "a",
          states: {
            a: { on: { one: "b", two: [{ guard: "isSo", target: "b" }, "b"] }, always: "b" },
            b: { on: { three: "a" } },
          },
        }),
      ),
    ),
  );
  const arrows = allOf(svg, "transition").map((transition) => {
    const [arrow, head] = transition.children.filter(({ attributes }) => attributes["d"] !== undefined);
    return {
      event: transition.attributes["data-event"],
      text: textOf(childOf(transition, "text") ?? { ...transition, content: [] }),
      isHidden: arrow?.attributes["visibility"] === "hidden",
      way: `${arrow?.attributes["d"]} ${head?.attributes["d"]}`,
    };
  });
  t.same(
    arrows.map(({ event, text, isHidden }) => [event, text, isHidden]),
    [
      ["one", "one", false],
      ["two", "two [isSo]", true],
      ["two", "else", true],
      ["", "", false],
      ["three", "three", false],
    ],
  );
  t.equal(
    new Set(arrows.map(({ way }) => way)).size,
    3,
    "one path for the three, one for the transition without an event, one back",
  );
  const marks = allOf(svg, "mark");
  t.equal(marks.length, arrows.length);
  t.ok(marks.every(({ attributes }) => attributes["visibility"] === "hidden"));
  t.same(
    allOf(svg, "always").map((always) => classesOf(always)),
    [["transition", "always"]],
  );
});

t.test("long names end in dots, and the width of characters is counted", async (t) => {
  t.equal(shorten("short"), "short");
  t.equal([...shorten("ab".repeat(100))].length, 56);
  t.match(shorten("ab".repeat(100)), /…$/);
  t.equal(shorten("a\n\u0000\u202e b"), "a b");
  t.ok(widthOf("iii", "line") < widthOf("WWW", "line"));
  t.ok(widthOf("name", "name") > widthOf("name", "line"));
  t.equal(widthOf("", "line"), 0);
  t.equal(escapeXml(`<a href="b">&'\n`), "&lt;a href=&quot;b&quot;&gt;&amp;'&#10;");
});
