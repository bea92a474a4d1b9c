import t from "tap";
import { operationsOf, readApi } from "../../../src/web/build/api/api-document.ts";
import { apiPages } from "../../../src/web/build/api/api-pages.ts";

t.test("the pages have each operation and each object, and every link among them has a target", async (t) => {
  const document = readApi();
  const pages = apiPages(document).map((page) => ({ ...page, body: page.render() }));
  const anchors = new Set(
    pages.flatMap(({ address, body }) => [
      address,
      ...[...body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => `${address}#${id}`),
    ]),
  );
  const [overview] = pages;
  for (const {
    operationId,
    tags: [tag = ""],
  } of operationsOf(document)) {
    const page = pages.find(({ title }) => title === tag);
    t.ok(anchors.has(`${page?.address}#${operationId}`), operationId);
    t.ok(anchors.has(`/docs/api#/${encodeURIComponent(tag)}/${operationId}`), `the older address of ${operationId}`);
    t.ok(
      page?.sections.some(({ id }) => id === operationId),
      `the search finds ${operationId}`,
    );
  }
  t.equal(overview?.sections.length, 1);
  for (const { address, body } of pages) {
    const ids = [...body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    t.equal(new Set(ids).size, ids.length, `each part of ${address} has its own address`);
    const groups = [...body.matchAll(/<fieldset class="segmented">.*?<\/fieldset>/g)].map(
      ([html]) => / name="([^"]+)"/.exec(html)?.[1],
    );
    t.equal(new Set(groups).size, groups.length, `each choice of a language on ${address} is its own`);
    for (const [, link = ""] of body.matchAll(/ href="((?:\/docs\/api)?(?:\/[a-z-]+)?(?:#[^"]+)?)"/g)) {
      const target = link.startsWith("#") ? `${address}${link}` : link;
      if (/^\/docs\/api($|[/#])/.test(target)) t.ok(anchors.has(target), `${target} in ${address}`);
    }
  }
});

t.test(
  "an operation shows who may call, its parameters, its body, its answers, a failure of its own, and its request",
  async (t) => {
    const schemas = { Pen: { type: "object", description: "A pen.", properties: { ink: { type: "string" } } } };
    const failure = { description: "There is no such pen." };
    const [, page] = apiPages({
      tags: [{ name: "Pens", description: "All pens." }],
      paths: {
        "/pens/{id}": {
          parameters: [
            { name: "id", in: "path", required: true, description: "The pen's id.", schema: { type: "integer" } },
          ],
          post: {
            operationId: "changePen",
            summary: "Changes a <pen>. Ink stays.",
            description: "For agents. An API key needs the scope `pens`.",
            deprecated: true,
            tags: ["Pens"],
            security: [{ bearer: ["pens"] }],
            parameters: [{ $ref: "#/components/parameters/Mode" }],
            requestBody: {
              content: {
                "application/json": { schema: { $ref: "#/components/schemas/Pen" }, example: { ink: "blue" } },
              },
            },
            responses: {
              200: {
                description: "The pen.",
                content: {
                  "application/json": { schema: { $ref: "#/components/schemas/Pen" }, example: { ink: "red" } },
                },
              },
              404: { $ref: "#/components/responses/Gone" },
              503: { $ref: "#/components/responses/Gone" },
            },
          },
        },
      },
      components: {
        schemas,
        responses: { Gone: failure },
        parameters: {
          Mode: { name: "mode", in: "query", required: false, description: "How.", schema: { enum: ["soft", "hard"] } },
        },
      },
    } as unknown as ReturnType<typeof readApi>);
    const body = page?.render() ?? "";
    t.match(body, '<h2 id="changePen">Changes a &#60;pen&#62;</h2>');
    t.match(body, "<p>Ink stays.</p>");
    t.match(body, "<strong>Deprecated.</strong>");
    t.match(body, 'needs <a href="/docs/api-keys#what-a-key-can-do">the scope</a> <code>pens</code>');
    t.match(body, "<dt><code>id</code> <span>integer</span> <b>required</b></dt><dd>The pen&#39;s id.</dd>");
    t.match(body, "<dd>How. <span><code>soft</code>, <code>hard</code></span></dd>");
    t.match(body, "<dt><code>ink</code> <span>string</span></dt>");
    t.match(body, "<dt><code>404</code> <span></span></dt><dd>There is no such pen.</dd>");
    t.notMatch(body, "<code>503</code>", "a failure of every operation is on the overview only");
    const texts = body.replace(/<[^>]+>/g, "").replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code));
    for (const line of [
      "curl https://chat.example.com/pens/ID \\",
      'await fetch("https://chat.example.com/pens/ID", {',
      'data=json.dumps({"ink": "blue"}).encode(),',
      "'content' => json_encode(['ink' => 'blue']),",
    ])
      t.match(texts, line);
    t.match(body, '<form data-method="POST" data-path="/pens/{id}"');
    t.match(body, '<input name="id" data-in="path" required autocomplete="off">');
    t.match(
      body,
      '<select name="mode" data-in="query"><option></option><option>soft</option><option>hard</option></select>',
    );
    t.notMatch(body, /<style|style=|<script|\son\w+=/i, "no inline script or style");
  },
);
