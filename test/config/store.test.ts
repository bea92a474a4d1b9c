import { writeFileSync } from "node:fs";
import { join } from "node:path";
import t from "tap";
import { Check } from "typebox/value";
import { jsonSchema } from "../../src/config/config-schema.ts";
import { findInstallation } from "../../src/config/data-folder.ts";
import { readEnvironment } from "../../src/config/env.ts";
import { createMistakes } from "../../src/config/mistakes.ts";
import { configOf, linesOf, load, loadText } from "./load.ts";

const form = "postgres://user@host:5432/database";
const withStore = (store: unknown): string => JSON.stringify({ store });

t.test("the store's flag overrides the environment, which overrides the file", async (t) => {
  const text = withStore("postgres://kim@file.example/parley");
  const variables = { PARLEY_STORE: "postgresql://kim@variable.example:6432/parley" };
  const argv = ["--store", "postgres://kim@flag.example/parley"];
  const urlOf = (given: Parameters<typeof loadText>[2]): unknown => configOf(loadText(t, text, given)).store;
  t.strictSame(urlOf({}), { kind: "postgres", url: "postgres://kim@file.example/parley" });
  t.strictSame(urlOf({ variables }), { kind: "postgres", url: "postgresql://kim@variable.example:6432/parley" });
  t.strictSame(urlOf({ variables, argv }), { kind: "postgres", url: "postgres://kim@flag.example/parley" });
});

t.test("a backup folder has its times, is outside the data folder, and needs an embedded store", async (t) => {
  const read = (backup: unknown, more: object = {}) => loadText(t, JSON.stringify({ data: "d", backup, ...more }));
  const times = { everySeconds: 10, baseEveryHours: 24, keptDays: 7 };
  t.match(configOf(read({ folder: "b" })).backup, { ...times, folder: /\/b$/ });
  t.match(configOf(read({ folder: "/b", keptDays: 30 })).backup, { ...times, folder: "/b", keptDays: 30 });
  for (const folder of ["d", "d/b", "."])
    t.match(
      linesOf(read({ folder })),
      [/^backup.folder: .* is not allowed; expected a folder outside the data folder /],
      folder,
    );
  t.match(linesOf(read({ folder: "b" }, { store: "postgres://kim@db.example/parley" })), [
    "backup: the store is in a PostgreSQL; expected a store in the data folder, or no backup here",
  ]);
  t.match(linesOf(read({})), [/^backup.folder: missing; expected the path of a folder/]);
  t.match(linesOf(read({ folder: "b", everySeconds: 0, keptDays: 1.5, colour: 1 })), [
    /^backup.colour: unknown key/,
    /^backup.everySeconds: 0 .*expected an integer from 1 to 3600/,
    /^backup.keptDays: 1.5 .*expected an integer from 1 to 3650/,
  ]);
});

t.test("the address and the password of the store come from texts, variables or files", async (t) => {
  const folder = t.testdir({ "password.txt": "p@ss/wörd %\n", "url.txt": "postgres://kim:pw@db.example/parley\n" });
  const variables = {
    STORE: "postgres://kim@db.example/parley?application_name=x&sslmode=disable",
    PASSWORD: "s3cret",
  };
  const urlOf = (store: unknown): unknown => {
    const file = join(folder, "parley.json");
    writeFileSync(file, withStore(store));
    const { store: place } = configOf(load({ argv: ["--config", file], variables }));
    return place.kind === "postgres" && place.url;
  };
  const plain = "postgres://kim@db.example/parley";
  t.equal(urlOf({ url: plain }), plain);
  t.equal(urlOf("postgres://kim:in-it@db.example/parley"), "postgres://kim:in-it@db.example/parley");
  t.equal(urlOf({ env: "STORE" }), "postgres://kim@db.example/parley?sslmode=disable");
  t.equal(urlOf({ file: "url.txt" }), "postgres://kim:pw@db.example/parley");
  t.equal(
    urlOf({ url: { env: "STORE" }, password: { env: "PASSWORD" } }),
    "postgres://kim:s3cret@db.example/parley?sslmode=disable",
  );
  const encoded = String(urlOf({ url: plain, password: { file: "password.txt" } }));
  t.equal(decodeURIComponent(new URL(encoded).password), "p@ss/wörd %");
  const socket = String(urlOf({ url: "postgres:///parley?host=/run/postgresql", password: "a b" }));
  t.equal(new URL(socket).searchParams.get("password"), "a b", "a socket of the own machine");
});

t.test("TLS modes mean the same as in pg today, without its warning", async (t) => {
  const urlOf = (query: string): unknown => {
    const { store } = configOf(load({ argv: ["--store", `postgres://db.example/parley?${query}`] }));
    return store.kind === "postgres" && new URL(store.url).search;
  };
  for (const mode of ["disable", "no-verify", "verify-full"]) t.equal(urlOf(`sslmode=${mode}`), `?sslmode=${mode}`);
  for (const mode of ["require", "verify-ca"]) t.equal(urlOf(`sslmode=${mode}`), "?sslmode=verify-full");
  t.equal(urlOf("sslmode=require&uselibpqcompat=true"), "?sslmode=require&uselibpqcompat=true");
});

t.test("a mistake in an address is reported without the address", async (t) => {
  const cases: readonly (readonly [url: string, problem: string])[] = [
    ["s3cret", "this is not a PostgreSQL URL"],
    ["mysql://kim:s3cret@db.example/parley", "this is not a PostgreSQL URL"],
    ["postgres://kim:s3cret@db.example:port/parley", "this is not a PostgreSQL URL"],
    ["postgres://kim:s3cret@db.example", "the name of the database is missing"],
    ["postgres://kim:s3cret@db.example/?sslmode=disable", "the name of the database is missing"],
    ["postgres:///parley", "the host is missing"],
    ["postgres://kim:s3cret@one.example,two.example/parley", "this names several hosts, but only one is allowed"],
    ["postgres://kim:s3cret%@db.example/parley", "a % in it does not begin an encoded character"],
    [
      "postgres://kim:s3cret@db.example/parley?sslmode=s3cret",
      "its sslmode is none of disable, no-verify, require, verify-ca, verify-full",
    ],
    [
      "postgres://kim:s3cret@db.example/parley?sslrootcert=/nowhere.pem",
      "the file /nowhere.pem that its sslrootcert names cannot be read (ENOENT)",
    ],
    [
      "postgres://kim:s3cret@db.example/parley?sslrootcert=/dev/zero",
      "the file /dev/zero that its sslrootcert names cannot be read (it is a device or a pipe)",
    ],
  ];
  for (const [url, problem] of cases) {
    t.strictSame(linesOf(load({ argv: ["--store", url] })), [`--store: ${problem}; expected ${form}`]);
    const variables = { PARLEY_STORE: url };
    t.strictSame(linesOf(load({ variables })), [`PARLEY_STORE: ${problem}; expected ${form}`]);
    t.strictSame(linesOf(loadText(t, withStore(url))), [`store.url: ${problem}; expected ${form}`]);
  }
});

t.test("each mistake in the file's store gives a line, without its secrets", async (t) => {
  const object = `${form}, or an object with url and password`;
  const secret = 'text, { "env": "NAME" } or { "file": "path" }';
  const cases: readonly (readonly [store: unknown, line: string])[] = [
    [5, `store: 5 is not allowed; expected ${object}`],
    [["s3cret"], `store: a list is not allowed; expected ${object}`],
    [{ password: "s3cret" }, `store.url: missing; expected ${form}`],
    [{ url: "postgres://h/d", pasword: "s3cret" }, "store.pasword: unknown key; expected one of url, password"],
    [
      { url: "postgres://h/d", password: "" },
      "store.password: this secret is not allowed; expected 1 to 4096 characters",
    ],
    [
      { url: "postgres://h/d", password: { file: "/nowhere" } },
      `store.password: the file /nowhere cannot be read (ENOENT); expected ${secret}`,
    ],
    [{ env: "NOT_SET" }, `store.url: the environment variable NOT_SET is not set; expected ${secret}`],
    [
      { url: "postgres://kim:s3cret@h/d", password: "s3cret" },
      `store.url: the password is given twice, in the URL and beside it; expected ${form}`,
    ],
  ];
  for (const [store, line] of cases) t.strictSame(linesOf(loadText(t, withStore(store))), [line]);
});

t.test("a command finds the same store as the service, even if it cannot read other secrets", async (t) => {
  const folder = t.testdir({ "password.txt": "pw" });
  const file = join(folder, "parley.json");
  const find = (value: unknown) => {
    writeFileSync(file, JSON.stringify(value));
    const mistakes = createMistakes();
    return { found: findInstallation({ config: file }, readEnvironment({}), mistakes), lines: mistakes.lines };
  };
  const store = { url: "postgres://kim@db.example/parley", password: { file: "password.txt" } };
  t.match(find({ store, smtp: { url: { file: "/nowhere" } } }), {
    found: { store: { kind: "postgres", url: "postgres://kim:pw@db.example/parley" } },
    lines: [],
  });
  t.match(find({}), { found: { store: { kind: "embedded" } } });
  t.strictSame(find({ store: "mysql://h/d" }), {
    found: null,
    lines: [`store.url: this is not a PostgreSQL URL; expected ${form}`],
  });
});

t.test("the published schema accepts an address, a secret or an object", async (t) => {
  const url = "postgres://kim@db.example/parley";
  for (const store of [url, { env: "STORE" }, { file: "url.txt" }, { url, password: { env: "PASSWORD" } }])
    t.ok(Check(jsonSchema(), { store }), JSON.stringify(store));
  for (const store of [5, {}, { url, user: "kim" }]) t.notOk(Check(jsonSchema(), { store }), JSON.stringify(store));
});
