import { execFileSync } from "node:child_process";
import { truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import t from "tap";
import { temporaryFolder } from "../harness/temporary-folder.ts";
import { linesOf, loadText } from "./load.ts";

const withPassword = (file: string) => ({
  agents: [{ id: 1, name: "Kim", email: "kim@b.example", password: { file } }],
});

t.test("a file that has no end, or is too large for what it should hold, is refused at once", async (t) => {
  const folder = temporaryFolder(t);
  const [large, pipe] = [join(folder, "large"), join(folder, "pipe")];
  writeFileSync(large, "");
  truncateSync(large, 2 ** 33);
  execFileSync("mkfifo", [pipe]);
  const device = "cannot be read (it is a device or a pipe)";
  const secret = 'expected text, { "env": "NAME" } or { "file": "path" }';
  const cases: readonly (readonly [file: object, lines: readonly string[]])[] = [
    [withPassword("/dev/zero"), [`agents[0].password: the file /dev/zero ${device}; ${secret}`]],
    [withPassword(pipe), [`agents[0].password: the file ${pipe} ${device}; ${secret}`]],
    [
      withPassword(large),
      [`agents[0].password: the file ${large} cannot be read (it has 8589934592 bytes, more than 16777216); ${secret}`],
    ],
    [
      { tls: { cert: "/dev/zero", key: "/dev" } },
      [
        `tls.cert: the file /dev/zero ${device}; expected a PEM certificate`,
        "tls.key: the file /dev cannot be read (it is a folder); expected a PEM private key without a passphrase",
      ],
    ],
    [
      { geoDatabase: "/dev/random" },
      [`geoDatabase: the file /dev/random ${device}; expected a MaxMind database (.mmdb)`],
    ],
  ];
  for (const [file, lines] of cases) t.strictSame(linesOf(loadText(t, JSON.stringify(file))), lines);
});
