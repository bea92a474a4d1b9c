import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import t from "tap";
import { createMachine } from "xstate";
import { chartModelOf } from "../../src/charts/chart-model.ts";
import { run } from "../../workers/lay-out-chart.ts";
import { machineCharts } from "../project/machine-charts.ts";
import { openBrowser, openPage } from "./browser.ts";

const browser = await openBrowser(t);
const { page, complaints } = await openPage(browser, "about:blank", {});

const urlOf = (svg: string): string => `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;

interface Rect {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

interface Misplaced {
  readonly texts: number;
  /** Texts that exceed their box or the picture. */
  readonly overflowing: readonly string[];
  /** Texts that overlap another text. */
  readonly covering: readonly string[];
}

/** Measures in a browser the widths with which the picture was calculated. */
async function findMisplaced(page: Page): Promise<Misplaced> {
  // Named functions cannot be sent to the page.
  const placed = await page.evaluate(() =>
    [...document.querySelectorAll("text")]
      .filter(({ textContent }) => textContent !== "")
      .map((text) => {
        const box = text.closest(".transition:not(.internal)") ?? text.closest(".any, .state");
        const around = box?.querySelector(":scope > .box") ?? document.querySelector(".paper") ?? text;
        return {
          text: text.textContent ?? "",
          rect: text.getBoundingClientRect().toJSON() as Rect,
          around: around.getBoundingClientRect().toJSON() as Rect,
        };
      }),
  );
  return {
    texts: placed.length,
    overflowing: placed.filter(({ rect, around }) => !holds(around, rect)).map(({ text }) => text),
    covering: placed
      .filter(({ rect }, place) => placed.slice(place + 1).some((other) => meets(rect, other.rect)))
      .map(({ text }) => text),
  };
}

const holds = (outer: Rect, inner: Rect): boolean =>
  inner.left >= outer.left && inner.right <= outer.right && inner.top >= outer.top && inner.bottom <= outer.bottom;

/** Lines may touch, because letters are lower than their line. */
const meets = (a: Rect, b: Rect): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom - 2 && b.top < a.bottom - 2;

const calm = { overflowing: [], covering: [] };

t.test("no text overlaps another one in the charts of all machines", async (t) => {
  for (const { path } of machineCharts()) {
    await page.goto(urlOf(readFileSync(path, "utf8")));
    const { texts, ...misplaced } = await findMisplaced(page);
    t.ok(texts > 5, path);
    t.same(misplaced, calm, path);
    t.same(complaints, []);
  }
});

t.test("a name in any script is inside its place in a chart", async (t) => {
  const names = [
    "ЩЩЩЩЩ ЖЖЖЖЖ",
    "你好世界你好世界",
    "WWWWWWWWWW@@@@",
    "🙂🙂🙂🙂",
    "ÆŒÆŒÆŒ",
    "مرحبا بالعالم",
    "m".repeat(80),
  ];
  const states = Object.fromEntries(
    names.map((name) => [
      name,
      { entry: name, on: { [name]: { guard: name, actions: "x" }, [`${name} go`]: names[0] } },
    ]),
  );
  const machine = createMachine({ id: names.join(""), initial: names[0], states } as never);
  await page.goto(urlOf(await run(chartModelOf(machine))));
  const { texts, ...misplaced } = await findMisplaced(page);
  t.ok(texts > names.length * 3);
  t.same(misplaced, calm);
});

t.test("a highlighted state and a traced transition have their own shape and colour, light and dark", async (t) => {
  const machine = createMachine({
    initial: "a",
    states: { a: { on: { one: "b", two: "b", three: { actions: "x" } } }, b: {} },
  });
  const url = urlOf(await run(chartModelOf(machine)));
  const papers = new Set<string>();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto(url);
    const before = await lookAt(page);
    await page.evaluate(() => {
      document.querySelector("[data-state=a]")?.classList.add("is-current");
      for (const event of ["two", "three"]) document.querySelector(`[data-event=${event}]`)?.classList.add("is-traced");
    });
    const after = await lookAt(page);
    papers.add(before.paper);
    for (const part of [0, 1]) t.not(after.state[part], before.state[part], `state, ${colorScheme}`);
    for (const part of [0, 1, 2]) t.not(after.way[part], before.way[part], `transition, ${colorScheme}`);
    t.same([before.mark, after.mark], ["hidden", "visible"]);
  }
  t.equal(papers.size, 2);
});

const lookAt = (page: Page) =>
  page.evaluate(() => {
    const [paper, state, way, mark] = [
      ".paper",
      "[data-state=a] > .box",
      "[data-event=two] .arrow",
      "[data-event=three] .mark",
    ].map((selector) => getComputedStyle(document.querySelector(selector) ?? document.documentElement));
    return {
      paper: paper?.fill ?? "",
      state: [state?.stroke, state?.strokeWidth],
      way: [way?.visibility, way?.stroke, way?.strokeWidth],
      mark: mark?.visibility,
    };
  });
