import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import t from "tap";
import { openGeoDatabase } from "../../src/geo/renewed-geo.ts";
import type { Log } from "../../src/ports/log.ts";
import { logTo, silentLog } from "../harness/test-log.ts";
import { ipv4Bits, ipv6Bits, writeMmdb } from "./mmdb-file.ts";

const nowhere = {
  region_code: "",
  country: "",
  country_code: "",
  region: "",
  city: "",
  latitude: "",
  longitude: "",
  organization: "",
};
const london = {
  country: { iso_code: "GB", names: { en: "United Kingdom", de: "Vereinigtes Königreich" } },
  subdivisions: [
    { iso_code: "ENG", names: { en: "England" } },
    { iso_code: "LND", names: { en: "London region" } },
  ],
  city: { names: { en: "London" } },
  location: { latitude: 51.5074, longitude: -0.1278 },
  autonomous_system_organization: "Example Fibre Ltd",
  traits: { organization: "Another name" },
};
const inLondon = {
  region_code: "ENG",
  country: "United Kingdom",
  country_code: "GB",
  region: "England",
  city: "London",
  latitude: "51.5074",
  longitude: "-0.1278",
  organization: "Example Fibre Ltd",
};

const folder = mkdtempSync(join(tmpdir(), "parley-geo-"));
const file = join(folder, "test.mmdb");
writeFileSync(
  file,
  writeMmdb([
    { bits: ipv4Bits("203.0.113.0", 24), data: london },
    { bits: ipv6Bits(["2001", "db8"]), data: { country: { iso_code: "IS" }, traits: { organization: "Isle Net" } } },
    {
      bits: ipv4Bits("198.51.100.0", 24),
      data: { country: "nowhere", city: { names: ["x"] }, location: { latitude: 0 } },
    },
  ]),
);

t.test("a database's data about an address become eight strings", async (t) => {
  const warnings: string[] = [];
  const log: Log = { ...silentLog, warn: (_facts, message) => void warnings.push(message) };
  const geo = await openGeoDatabase(file, log);
  t.same(geo.find("203.0.113.58"), inLondon);
  t.same(
    geo.find("2001:db8::1"),
    { ...nowhere, country_code: "IS", organization: "Isle Net" },
    "IPv6, with little data",
  );
  t.same(geo.find("192.0.2.1"), nowhere, "an address that is not in the database");
  t.same(geo.find("2001:db9::1"), nowhere);
  t.same(geo.find("198.51.100.7"), { ...nowhere, latitude: "0" }, "fields of wrong types; zero is a valid coordinate");
  t.same(warnings, []);
  t.same(geo.find("nonsense"), nowhere);

  const bytes = readFileSync(file);
  bytes.writeUInt16BE(0x00ff, bytes.indexOf("country") - 2);
  const broken = join(folder, "broken.mmdb");
  writeFileSync(broken, bytes);
  const ofBroken = await openGeoDatabase(broken, log);
  t.same(ofBroken.find("203.0.113.58"), nowhere);
  t.equal(warnings.length, 1, "a failed lookup is logged for the operator");
});

t.test("[WH-11] without a database every string is empty", async (t) => {
  const geo = await openGeoDatabase(
    null,
    logTo(() => t.fail("nothing is to be told")),
  );
  t.same(geo.find("203.0.113.58"), nowhere);
});

t.test("[WH-10] a file that is no database is refused when it is opened", async (t) => {
  const other = join(folder, "other.mmdb");
  writeFileSync(other, "not a database");
  await t.rejects(openGeoDatabase(other, silentLog));
  await t.rejects(openGeoDatabase(join(folder, "missing.mmdb"), silentLog), { code: "ENOENT" });
});
