import { generateKeyPairSync, sign } from "node:crypto";

const der = (tag: number, ...parts: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  const { length } = body;
  const size = length < 128 ? [length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
};
const sequence = (...parts: readonly Buffer[]): Buffer => der(0x30, ...parts);
const objectId = (hex: string): Buffer => der(0x06, Buffer.from(hex, "hex"));
const time = (year: number): Buffer => der(0x18, Buffer.from(`${year}0101000000Z`));
const extension = (id: string, value: Buffer): Buffer => sequence(objectId(id), der(0x04, value));

const commonName = "550403";
const subjectAltName = "551d11";
const basicConstraints = "551d13";
const kinds = {
  ec: { make: () => generateKeyPairSync("ec", { namedCurve: "P-256" }), withSha256: "2a8648ce3d040302" },
  rsa: { make: () => generateKeyPairSync("rsa", { modulusLength: 2048 }), withSha256: "2a864886f70d01010b" },
};

/** Creates a key and a self-signed certificate, both PEM. Source: RFC 5280. */
export function createSelfSigned(
  names: { readonly dns: string; readonly ip: readonly number[] },
  [begins, ends] = [2020, 2120],
  kind: keyof typeof kinds = "ec",
): { readonly key: string; readonly cert: string } {
  const { make, withSha256 } = kinds[kind];
  const { privateKey, publicKey } = make();
  const algorithm = sequence(objectId(withSha256));
  const name = sequence(der(0x31, sequence(objectId(commonName), der(0x0c, Buffer.from(names.dns)))));
  const altNames = sequence(der(0x82, Buffer.from(names.dns)), der(0x87, Buffer.from(names.ip)));
  const isAuthority = sequence(der(0x01, Buffer.from([0xff])));
  const content = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    algorithm,
    name,
    sequence(time(begins), time(ends)),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, sequence(extension(subjectAltName, altNames), extension(basicConstraints, isAuthority))),
  );
  const signature = der(0x03, Buffer.from([0]), sign("sha256", content, privateKey));
  const base64 = sequence(content, algorithm, signature).toString("base64").replace(/.{64}/g, "$&\n");
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`,
  };
}
