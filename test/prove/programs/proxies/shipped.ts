import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

export type ProxyName = "nginx" | "caddy" | "haproxy";

/** The folder and ports of a proxy in the test, which replace the names and ports of a real installation. */
export interface ProxyPlace {
  /** Other users have access to this folder, because nginx runs its workers as another user. */
  readonly folder: string;
  readonly port: number;
  readonly servicePort: number;
}

const certFile = "test/edge/fixtures/localhost-cert.pem";
const keyFile = "test/edge/fixtures/localhost-key.pem";

export const readCertificate = (): Promise<string> => readFile(certFile, "utf8");

/** Writes the files that all proxies need: the certificate, under the names in the configurations. */
export async function preparePlace(folder: string): Promise<void> {
  const [cert, key] = [await readCertificate(), await readFile(keyFile, "utf8")];
  await writeFile(join(folder, "fullchain.pem"), cert);
  await writeFile(join(folder, "privkey.pem"), key);
  await writeFile(join(folder, "fullchain-and-privkey.pem"), cert + key);
}

const fileOf: Readonly<Record<ProxyName, string>> = {
  nginx: "nginx.conf",
  caddy: "Caddyfile",
  haproxy: "haproxy.cfg",
};

/** Writes the shipped configuration into the folder. Returns the command that runs it. */
export async function writeShipped(name: ProxyName, place: ProxyPlace): Promise<readonly string[]> {
  const shipped = await readFile(`src/operator/proxies/${fileOf[name]}`, "utf8");
  const { folder, port, servicePort } = place;
  const text = shipped
    .replaceAll("/etc/ssl/chat.example.com", folder)
    .replaceAll("127.0.0.1:8080", `127.0.0.1:${servicePort}`)
    .replaceAll(/^chat\.example\.com \{/gm, `https://localhost:${port} {`)
    .replaceAll("chat.example.com", "localhost")
    .replace("listen 443", `listen 127.0.0.1:${port}`)
    .replace("bind :443", `bind 127.0.0.1:${port}`);
  const file = join(folder, fileOf[name]);
  await writeFile(file, name === "caddy" ? `${caddyAlone}${text}` : text);
  if (name === "nginx") return nginxCommand(folder, [`include ${file};`]);
  return name === "caddy" ? ["caddy", "run", "--config", file, "--adapter", "caddyfile"] : ["haproxy", "-f", file];
}

/** Two Caddys on one machine would use the same administration port and port 80, so both are switched off. */
const caddyAlone = "{\n\tadmin off\n\tauto_https disable_redirects\n}\n";

/** Writes the main configuration around a file of `conf.d`. nginx then writes only into the folder. Returns the command. */
export async function nginxCommand(folder: string, lines: readonly string[]): Promise<readonly string[]> {
  const kinds = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  const places = kinds.map((kind) => `${kind}_temp_path ${join(folder, kind)};`);
  const http = ["access_log off;", ...places, ...lines].join("\n");
  const main = `daemon off;\npid ${join(folder, "nginx.pid")};\nevents {}\nhttp {\n${http}\n}\n`;
  const file = join(folder, "main.conf");
  await writeFile(file, main);
  return ["nginx", "-e", "stderr", "-c", file];
}
