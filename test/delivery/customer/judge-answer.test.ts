import { readFileSync } from "node:fs";
import t from "tap";
import type { FailureKind } from "../../../machines/tells.ts";
import { judgeAnswer } from "../../../src/delivery/customer/customer-requests.ts";

const positive = { failure: null, note: null };
const noted = { failure: null, note: "no result" };
const failed = (kind: FailureKind, message: string, code: string = kind) => ({
  failure: { kind, code, message },
  note: null,
});
const httpStatus = (status: number) => failed("http_status", `The customer system answered HTTP ${status}.`);
const fixture = (name: string): string =>
  readFileSync(new URL(`../../fixtures/codec/${name}.json`, import.meta.url), "utf8");

interface Row {
  readonly status: number;
  readonly body: string;
  readonly isStrict?: boolean;
  readonly hiddenErrorCodes?: readonly string[];
  readonly verdict: object;
}

const unexpected = (shown: string) =>
  failed("unexpected_answer", `The customer system answered the unexpected result ${shown}.`);
const hidden = ({ failure, note }: ReturnType<typeof failed>) => ({ failure: { ...failure, isHidden: true }, note });
const gone = failed("error_answer", "The customer has deleted the application", "recipient_gone");

const tests: Readonly<Record<string, readonly Row[]>> = {
  "[DEL-09, DEL-10] what counts as taken": [
    { status: 200, body: '{"result":"ok"}', verdict: positive },
    { status: 200, body: fixture("a3-ok"), verdict: positive },
    { status: 201, body: '{"result":"OK","id":5}', verdict: positive },
    { status: 200, body: "", verdict: noted },
    { status: 204, body: "", verdict: noted },
    { status: 200, body: "thank you", verdict: noted },
    { status: 200, body: "<html>ok</html>", verdict: noted },
    { status: 299, body: "[]", verdict: noted },
    { status: 200, body: '[{"error":"no"}]', verdict: noted },
    { status: 200, body: '"error"', verdict: noted },
    { status: 200, body: '{"result":null,"error":null}', verdict: noted },
    { status: 200, body: '{"status":"fail"}', verdict: noted },
    ...["false", '""', "[]", "{}", "null"].flatMap((error) => [
      { status: 200, body: `{"result":"ok","error":${error}}`, verdict: positive },
      { status: 200, body: `{"error":${error}}`, verdict: noted },
      { status: 500, body: `{"result":"ok","error":${error}}`, verdict: httpStatus(500) },
    ]),
    { status: 200, body: '{"result":true}', verdict: positive },
    { status: 200, body: '{"result":true,"error":[]}', verdict: positive },
    { status: 200, body: '{"result":"fail"}', verdict: unexpected('"fail"') },
    { status: 200, body: '{"result":""}', verdict: unexpected('""') },
    { status: 200, body: '{"result":false}', verdict: unexpected("false") },
    { status: 200, body: '{"result":1}', verdict: unexpected("1") },
    { status: 200, body: '{"result":{"ok":1}}', verdict: unexpected('{"ok":1}') },
  ],
  "[DEL-11] strict answers": [
    { status: 200, body: '{"result":"ok"}', isStrict: true, verdict: positive },
    { status: 200, body: '{"result":"ok","error":null}', isStrict: true, verdict: positive },
    { status: 200, body: '{"result":true}', isStrict: true, verdict: unexpected("true") },
    ...["false", '""', "[]", "{}"].map((error) => ({
      status: 200,
      body: `{"result":"ok","error":${error}}`,
      isStrict: true,
      verdict: failed("error_answer", "The customer system answered with an error."),
    })),
    { status: 200, body: '{"result":"OK"}', isStrict: true, verdict: unexpected('"OK"') },
    {
      status: 200,
      body: "",
      isStrict: true,
      verdict: failed("unexpected_answer", "The customer system answered without a result."),
    },
    {
      status: 201,
      body: '{"result":"ok"}',
      isStrict: true,
      verdict: failed("http_status", "The customer system answered HTTP 201 instead of 200."),
    },
    {
      status: 200,
      body: '{"result":"ok","error":{"code":1,"message":"full"}}',
      isStrict: true,
      verdict: failed("error_answer", "full", "1"),
    },
  ],
  "[DEL-12, DEL-13, DEL-15, DEL-16] errors of the customer system, their codes and texts": [
    { status: 200, body: fixture("a3-error"), verdict: gone },
    { status: 503, body: fixture("a3-error"), verdict: gone },
    { status: 302, body: fixture("a3-error"), verdict: gone },
    {
      status: 200,
      body: '{"result":"ok","error":{"code":"x","message":"no"}}',
      verdict: failed("error_answer", "no", "x"),
    },
    {
      status: 200,
      body: '{"error":"mailbox full"}',
      verdict: failed("error_answer", "mailbox full"),
    },
    {
      status: 200,
      body: '{"error":{"code":"x1"}}',
      verdict: failed("error_answer", "The customer system answered with error x1.", "x1"),
    },
    {
      status: 200,
      body: '{"error":{"code":null,"message":" "}}',
      verdict: failed("error_answer", "The customer system answered with an error."),
    },
    {
      status: 200,
      body: '{"result":"ok","error":0}',
      verdict: failed("error_answer", "0"),
    },
    {
      status: 200,
      body: '{"result":"ok","error":[[]]}',
      verdict: failed("error_answer", "The customer system answered with an error."),
    },
    {
      status: 200,
      body: '{"error":true}',
      verdict: failed("error_answer", "The customer system answered with an error."),
    },
    { status: 500, body: "", verdict: httpStatus(500) },
    { status: 503, body: '{"result":"ok"}', verdict: httpStatus(503) },
    { status: 404, body: '{"error":null}', verdict: httpStatus(404) },
    {
      status: 200,
      body: fixture("a3-error-number"),
      verdict: failed("error_answer", "The mailbox of the customer is full", "17"),
    },
    {
      status: 200,
      body: '{"error":{"code":"17","message":"m"}}',
      verdict: failed("error_answer", "m", "17"),
    },
    {
      status: 200,
      body: '{"error":{"code":[1],"message":"m"}}',
      verdict: failed("error_answer", "m", "[1]"),
    },
    {
      status: 200,
      body: '{"error":{"code":17,"message":"m"}}',
      hiddenErrorCodes: ["17"],
      verdict: hidden(failed("error_answer", "m", "17")),
    },
    {
      status: 200,
      body: '{"error":{"code":"17","message":"m"}}',
      hiddenErrorCodes: ["17"],
      verdict: hidden(failed("error_answer", "m", "17")),
    },
    {
      status: 200,
      body: JSON.stringify({ error: { code: 1, message: `<b>\u0000${"😀".repeat(600)}` } }),
      verdict: failed("error_answer", `<b>${"😀".repeat(497)}`, "1"),
    },
  ],
  "[DEL-07] a redirect is not followed": [
    {
      status: 301,
      body: "",
      verdict: failed("http_status", "The customer system answered with a redirect (HTTP 301), which is not followed."),
    },
  ],
  "[DEL-14] codes whose text is hidden": [
    {
      status: 200,
      body: fixture("a3-error"),
      hiddenErrorCodes: ["other", "recipient_gone"],
      verdict: hidden(gone),
    },
    { status: 200, body: fixture("a3-error"), hiddenErrorCodes: ["recipient"], verdict: gone },
    {
      status: 500,
      body: '{"error":{"code":"x"}}',
      hiddenErrorCodes: ["x"],
      verdict: hidden(failed("error_answer", "The customer system answered with error x.", "x")),
    },
    {
      status: 200,
      body: '{"error":"no code was given"}',
      hiddenErrorCodes: ["error_answer", "", "null", "undefined"],
      verdict: failed("error_answer", "no code was given"),
    },
    { status: 500, body: "", hiddenErrorCodes: ["http_status", "500"], verdict: httpStatus(500) },
  ],
};

for (const [title, rows] of Object.entries(tests))
  t.test(title, async (t) => {
    for (const { status, body, isStrict = false, hiddenErrorCodes = [], verdict } of rows) {
      const judged = judgeAnswer({ httpStatus: status, body }, { strictAnswers: isStrict, hiddenErrorCodes });
      t.strictSame(judged, verdict, `${status} ${body.slice(0, 60)}${isStrict ? " strictly" : ""}`);
    }
  });
