import t from "tap";
import { judgeAnswer } from "./answer-laws.ts";
import { judgeClosing } from "./frame-laws.ts";
import type { HttpInput } from "./http-input.ts";
import type { Operation } from "./operations.ts";

const operation: Operation = {
  name: "POST /api/things",
  method: "POST",
  pattern: "/api/things",
  doc: undefined,
  statuses: new Set([200, 400, 404]),
  answers: new Map(),
};
const input: HttpInput = {
  operation: operation.name,
  part: "value",
  how: "another value",
  path: ["size"],
  request: { method: "POST", target: "/api/things", headers: [], body: "{}" },
};
const facts = new Map([["ada", "s3cr3tOfAda"]]);

const judge = (status: number, code: string, message: string, headers: object = { "x-request-id": "1" }) => {
  const body = JSON.stringify({ error: { code, message } });
  const told = new Map([["content-type", "application/json"], ...Object.entries(headers)]);
  return judgeAnswer(input, { status, headers: told, body }, operation, facts);
};

t.test("[ERR-01] the judge of answers reports each broken law, and nothing else", async (t) => {
  t.equal(judge(400, "invalid_request", "Field size must be a number, got a text."), null);
  const broken: readonly (readonly [RegExp, string | null])[] = [
    [/status 500/, judge(500, "internal_error", "The request could not be processed.")],
    [/expected one of 200, 400, 404/, judge(409, "conflict", "It is taken.")],
    [/without X-Request-Id/, judge(400, "invalid_request", "Field size is wrong.", {})],
    [/with the code not_found/, judge(400, "not_found", "There is no such address.")],
    [/tells of the inside/, judge(400, "invalid_request", "Field size: ENOENT /tmp/data/things")],
    [/tells of the inside/, judge(400, "invalid_request", "Field size: TypeError at parse (/srv/main.js:7)")],
    [/tells the secret ada/, judge(400, "invalid_request", "Field size must not be s3cr3tOfAda.")],
    [/does not name size/, judge(400, "invalid_request", "Something is wrong.")],
    [/of 3000 characters/, judge(400, "invalid_request", `Field size ${"x".repeat(2_989)}`)],
  ];
  for (const [expected, what] of broken) t.match(what, expected);
});

t.test("a socket closes with one of our codes and a reason", async (t) => {
  t.equal(judgeClosing({ code: 4400, reason: "Field id is missing." }), null);
  t.match(judgeClosing({ code: 1006, reason: "" }, "{}"), /expected a code of ours/);
  t.equal(judgeClosing({ code: 1006, reason: "" }, "\xff"), null, "a value that is not text gets no answer");
  t.match(judgeClosing({ code: 1011, reason: "internal error" }), /1011/);
  t.match(judgeClosing({ code: 4400, reason: "" }), /the reason ""/);
});
