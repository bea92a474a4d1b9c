import t from "tap";
import { slowPatterns } from "./slow-patterns.ts";

const slowIn = async (code: string): Promise<readonly string[]> =>
  (await slowPatterns([{ path: "a.ts", code }])).map((line) => line.split(" takes ")[0] ?? "");

t.test("a pattern that needs quadratic time for some text is found wherever it is written", async (t) => {
  const code = `
const literal = /^[+-]?(?:\\d+\\.?\\d*|\\.\\d+)$/;
const part = "\\\\d+";
const made = new RegExp(part + "\\\\.?\\\\d*x", "i");
const template = RegExp(String.raw\`\\/+$\`);
const unknown = new RegExp(\`(\${secret})\\\\d+$\`);
const schema = { pattern: \`^\${part}:?\${part}$\` };
`;
  t.same(await slowIn(code), [
    String.raw`a.ts:2 /^[+-]?(?:\d+\.?\d*|\.\d+)$/`,
    String.raw`a.ts:4 /\d+\.?\d*x/i`,
    String.raw`a.ts:5 /\/+$/`,
    String.raw`a.ts:7 /^\d+:?\d+$/u`,
  ]);
});

t.test("linear patterns, and paths of routes, are not found", async (t) => {
  const code = String.raw`
const linear = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/;
const bounded = /(?<!\/)\/+$/;
const route = { pattern: "/widget/:id" };
const words = { pattern: "^[!-~]+$" };
`;
  t.same(await slowIn(code), []);
});

t.test("a pattern that cannot be judged is named", async (t) => {
  t.same(await slowPatterns([{ path: "a.ts", code: 'new RegExp("(");' }]), ["a.ts:1 /(/ cannot be judged: invalid"]);
});
