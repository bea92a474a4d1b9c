import { fork } from "node:child_process";
import { appendFileSync, cpSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import t from "tap";
import { temporaryFolder } from "../harness/temporary-folder.ts";

t.setTimeout(500_000);

t.test("after a message from its parent the service serves its pages as they are then", async (t) => {
  const folder = temporaryFolder(t);
  for (const name of ["main.js", "web", "workers"])
    cpSync(`dist/${name}`, join(folder, "dist", name), { recursive: true });
  for (const name of ["node_modules", "package.json"]) symlinkSync(resolve(name), join(folder, name));
  const service = fork(join(folder, "dist/main.js"), ["--port", "0", "--data", join(folder, "data")], {
    cwd: folder,
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  t.teardown(() => service.kill("SIGKILL"));
  let output = "";
  for await (const text of service.stdout ?? []) {
    output += text;
    if (output.includes("parley ready")) break;
  }
  const [, url] = /^parley ready (\S+)$/m.exec(output) ?? [];

  const shown = async (path: string): Promise<boolean> => {
    // Only the plain files are changed below.
    const answer = await fetch(`${url}${path}`, { headers: { "Accept-Encoding": "identity" } });
    return (await answer.text()).includes("built again");
  };
  const files = { "desk.html": "/desk/", "widget/svc-api.d.ts": "/widget.d.ts", "docs-pages/bots.html": "/docs/bots" };
  for (const [file, path] of Object.entries(files)) {
    t.notOk(await shown(path), path);
    appendFileSync(join(folder, "dist/web", file), "built again");
    t.notOk(await shown(path), `${path} is in memory`);
  }
  service.send("pages");
  for (const path of Object.values(files)) while (!(await shown(path)));
  t.pass("every page is the new one");
});
