import t from "tap";
import { startService } from "../../harness/service.ts";
import { asWidget } from "../../visitors/visitor-channel.ts";

const policyOf = ({ headers }: Response): string => headers.get("content-security-policy") ?? "";

t.test("the inspector is served under a strict policy, and its short address leads there", async (t) => {
  const service = await startService(t);
  const short = await fetch(`${service.url}/inspector`, { redirect: "manual" });
  t.equal(short.status, 302);
  t.equal(short.headers.get("location"), "/inspector/");
  const page = await fetch(`${service.url}/inspector/`);
  t.equal(page.status, 200);
  const policy = policyOf(page);
  for (const directive of ["default-src 'none'", "script-src 'self'", "trusted-types 'none'", "frame-ancestors 'none'"])
    t.ok(policy.includes(directive), directive);
  t.match(policy, /style-src 'self' 'sha256-[\w+/]{43}='/, "only the style sheet of charts is inline");
  t.notMatch(policy, /unsafe/);
  t.equal(page.headers.get("cache-control"), "no-cache");
});

t.test("the preview of the widget can be framed only by the service, and sends nothing", async (t) => {
  const service = await startService(t);
  const page = await fetch(`${service.url}/desk/preview`);
  t.equal(page.status, 200);
  t.same(policyOf(page).split("; "), [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ]);
  t.notMatch(await page.text(), /<style|style=|<script[^>]*>[^<]|\son\w+=|__/i);
});

t.test("the API reference is served under a strict policy", async (t) => {
  const service = await startService(t);
  t.match(
    policyOf(await fetch(`${service.url}/docs/api`)),
    /default-src 'none'.*script-src 'self'.*style-src 'self'.*img-src 'self';.*trusted-types 'none'/,
  );
});

t.test("the service's own page with a widget exists only for widgets, and allows nothing inline", async (t) => {
  const service = await startService(t, { channels: asWidget() });
  const page = await fetch(`${service.url}/demo/MOBILEAPP1`);
  t.same(policyOf(page).split("; "), [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    `connect-src 'self' ${service.url.replace("http", "ws")}`,
    "img-src 'self'",
    "media-src 'self'",
    "require-trusted-types-for 'script'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ]);
  const html = await page.text();
  t.notMatch(html, /<style|style=|<script[^>]*>[^<]|\son\w+=|__/i, "no placeholder is left");
  t.match(html, '<script src="/widget/MOBILEAPP1" async></script>');
  for (const id of ["NOSUCHAPP1", "%3Cb%3E"]) t.equal((await fetch(`${service.url}/demo/${id}`)).status, 404);
  const other = await startService(t);
  t.equal((await fetch(`${other.url}/demo/MOBILEAPP1`)).status, 404, "a channel without a widget");
});
