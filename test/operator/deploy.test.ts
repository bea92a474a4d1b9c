import { execFile, spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import t from "tap";
import { parse, parseAllDocuments, parseDocument } from "yaml";
import { ENVIRONMENT_NAMES } from "../../src/config/env.ts";
import { defaultLimits } from "../../src/config/limits.ts";
import { version } from "../../src/core/version.ts";
import { noticeOf } from "../../src/operator/binary/build/notice.ts";
import { listParts } from "../../src/operator/binary/build/sbom.ts";
import { startService } from "../harness/service.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";

const doctor = (...words: string[]) => spawnSync(process.execPath, ["dist/doctor.js", ...words], { encoding: "utf8" });

t.test("the compose file runs one node on a volume, and its check asks the service itself", async (t) => {
  const { stdout, status } = doctor("--compose");
  t.equal(status, 0);
  const { services, volumes } = parse(stdout);
  t.match(services.parley, {
    build: { dockerfile: "Containerfile" },
    ports: ["127.0.0.1:8080:8080"],
    volumes: ["parley-data:/var/lib/parley"],
    read_only: true,
    cap_drop: ["ALL"],
  });
  t.same(Object.keys(volumes), ["parley-data"]);
  t.ok(Number.parseInt(services.parley.stop_grace_period, 10) * 1_000 > defaultLimits.drainTimeoutMs);
  const [kind, program, ...words] = services.parley.healthcheck.test;
  t.equal(kind, "CMD");
  const service = await startService(t);
  const check = (port: string): Promise<number> =>
    new Promise((resolve) => {
      const here = words.map((word: string) => word.replace("127.0.0.1/8080", `127.0.0.1/${port}`));
      execFile(program, here).once("close", (code) => resolve(code ?? -1));
    });
  t.equal(await check(new URL(service.url).port), 0);
  t.not(await check("1"), 0);
  for (const [words, line] of [
    [["--compose", "--unit"], /^--compose: it is used together with --unit; /],
    [["--compose", "--data", "x"], /^--data: is not for --compose; /],
  ] as const) {
    const wrong = doctor(...words);
    t.same([wrong.status, wrong.stdout], [2, ""]);
    t.match(wrong.stderr, line);
  }
});

t.test("NOTICE has the licence of each package of the lock file that is not only for development", async (t) => {
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
  t.ok(readFileSync("NOTICE", "utf8") === noticeOf(packages), "npm run notice writes it anew");
  const made = noticeOf({
    "": {},
    "node_modules/ulid": packages["node_modules/ulid"],
    "node_modules/tap": { dev: true },
  });
  t.match(made, /^ulid 3\.0\.2 \(MIT\)\n\n.*Permission is hereby granted/ms);
  t.notMatch(made, "tap");
});

t.test("the list of parts has each package of the lock file that is not only for development", async (t) => {
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
  const { bomFormat, metadata, components } = JSON.parse(await listParts(temporaryFolder(t)));
  t.same([bomFormat, metadata.component.name, metadata.component.version], ["CycloneDX", "parley", version]);
  const listed = new Set(components.map((part: { name: string; version: string }) => `${part.name} ${part.version}`));
  for (const [path, entry] of Object.entries<{ version: string; dev?: true }>(packages)) {
    const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
    if (path !== "") t.equal(listed.has(`${name} ${entry.version}`), entry.dev !== true, path);
  }
});

const chart = "src/operator/deploy/helm";
const read = (name: string): string => readFileSync(`${chart}/${name}`, "utf8");
const templates = readdirSync(`${chart}/templates`);

/** Renders what the chart's templates use of the language: values, `quote`, `if`, `if not`, `else` and `end`. */
function render(template: string, values: object): string {
  const valueAt = (path: string): unknown =>
    path
      .slice(1)
      .split(".")
      .reduce<unknown>((at, name) => Object(at)[name], {
        Values: values,
        Release: { Name: "chat" },
        Chart: { AppVersion: parse(read("Chart.yaml")).appVersion },
      });
  const shown: boolean[] = [];
  const lines = template.split("\n").flatMap((line) => {
    const [, word, not, path = ""] = /^\{\{- (if|else|end)( not)? ?([\w.]*) \}\}$/.exec(line) ?? [];
    if (word === "if") shown.push(Boolean(valueAt(path)) !== (not !== undefined));
    if (word === "else") shown.push(!shown.pop());
    if (word === "end") shown.pop();
    if (word !== undefined || shown.includes(false)) return [];
    return line.replace(/\{\{ ([\w.]+)( \| quote)? \}\}/g, (_, name: string, quote?: string) =>
      quote === undefined ? String(valueAt(name)) : JSON.stringify(String(valueAt(name))),
    );
  });
  const text = lines.join("\n");
  if (shown.length > 0 || text.includes("{{")) throw new Error(`Expected only the known template words, got ${text}`);
  return text;
}

const objectsOf = (values: object) =>
  templates
    .flatMap((name) => parseAllDocuments(render(read(`templates/${name}`), values)))
    .map((document) => {
      if ("errors" in document && document.errors.length > 0) throw document.errors[0];
      return "toJS" in document ? document.toJS() : null;
    })
    .filter((object) => object !== null);

t.test("the chart's templates are valid and name what the service has, on a volume and on a PostgreSQL", async (t) => {
  const values = parse(read("values.yaml"));
  const { app } = await startService(t);
  const routes = app.routes.map(({ pattern }) => pattern);
  for (const postgres of [{ secretName: "" }, { secretName: "database" }]) {
    const isShared = postgres.secretName !== "";
    const objects = objectsOf({ ...values, postgres, replicas: 3, envSecretName: "secrets", config: '{"agents":[]}' });
    const kinds = objects.map(({ kind }) => kind).sort();
    t.same(kinds, ["ConfigMap", "Deployment", ...(isShared ? [] : ["PersistentVolumeClaim"]), "Service"]);
    const of = (kind: string) => objects.find((one) => one.kind === kind);
    t.same(JSON.parse(of("ConfigMap").data["parley.json"]), { agents: [] });
    const { replicas, strategy, template } = of("Deployment").spec;
    t.same([replicas, strategy.type], [isShared ? 3 : 1, "Recreate"]);
    const [container] = template.spec.containers;
    for (const probe of ["startupProbe", "livenessProbe", "readinessProbe"])
      t.ok(routes.includes(container[probe].httpGet.path), probe);
    t.equal(container.livenessProbe.httpGet.path, "/healthz", "a node that waits for its database is not restarted");
    t.equal(container.readinessProbe.httpGet.path, "/readyz");
    const names = container.env.map(({ name }: { name: string }) => name);
    t.same(
      names.filter((name: string) => !Object.values<string>(ENVIRONMENT_NAMES).includes(name)),
      [],
    );
    t.equal(names.includes(ENVIRONMENT_NAMES.store), isShared);
    t.notMatch(JSON.stringify(objects), "postgres://", "the address is only in the secret");
    t.ok(template.spec.terminationGracePeriodSeconds * 1_000 > defaultLimits.drainTimeoutMs);
    const mounted = container.volumeMounts.map(({ name }: { name: string }) => name);
    t.same(
      mounted,
      template.spec.volumes.map(({ name }: { name: string }) => name),
    );
    t.same(of("Service").spec.selector, { "app.kubernetes.io/instance": "chat" });
  }
});

t.test("the chart has the version of the package, and each value is documented and used", async (t) => {
  t.match(parse(read("Chart.yaml")), { version, appVersion: version });
  t.match(parse(read("values.yaml")).image, new RegExp(`:${version.replaceAll(".", "\\.")}$`));
  const all = templates.map((name) => read(`templates/${name}`)).join("\n");
  const lines = read("values.yaml").split("\n");
  for (const [index, line] of lines.entries()) {
    const [, name] = /^ *(\w+): ./.exec(line) ?? [];
    if (name === undefined) continue;
    t.match(lines[index - 1], /^ *# [A-Z].*\.$/, name);
    t.match(all, new RegExp(`\\.Values\\.([\\w.]+\\.)?${name}\\b`), name);
  }
  t.equal(parseDocument(read("values.yaml")).errors.length, 0);
  const linted = spawnSync("helm", ["lint", "--strict", chart], { encoding: "utf8" });
  if (linted.error === undefined) t.equal(linted.status, 0, linted.stdout);
});
