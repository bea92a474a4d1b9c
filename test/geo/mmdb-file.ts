/** Writes MaxMind databases for tests. Source: MaxMind DB file format 2.0. */

type Data = string | number | readonly Data[] | { readonly [key: string]: Data };

/** A network, such as `203.0.113.0/24`, and its data. */
export interface MmdbEntry {
  readonly bits: string;
  readonly data: Data;
}

export const ipv4Bits = (address: string, length: number): string =>
  `${"0".repeat(96)}${address
    .split(".")
    .map((part) => Number(part).toString(2).padStart(8, "0"))
    .join("")
    .slice(0, length)}`;
export const ipv6Bits = (groups: readonly string[]): string =>
  groups.map((group) => Number.parseInt(group, 16).toString(2).padStart(16, "0")).join("");

/** Writes a tree of 24-bit records for IPv6. IPv4 networks are below `::/96`. */
export function writeMmdb(entries: readonly MmdbEntry[]): Buffer {
  const nodes: [Slot, Slot][] = [[null, null]];
  const data: Buffer[] = [];
  let dataBytes = 0;
  for (const { bits, data: value } of entries) {
    let at = 0;
    for (const [index, bit] of [...bits].entries()) {
      const side = bit === "1" ? 1 : 0;
      const node = nodes[at] as [Slot, Slot];
      if (index === bits.length - 1) node[side] = { dataAt: dataBytes };
      else {
        const next = node[side];
        if (typeof next === "number") at = next;
        else {
          node[side] = nodes.length;
          at = nodes.length;
          nodes.push([null, null]);
        }
      }
    }
    const encoded = encode(value);
    data.push(encoded);
    dataBytes += encoded.length;
  }
  const record = (slot: Slot): Buffer => {
    const value = recordOf(slot, nodes.length);
    return Buffer.from([value >> 16, (value >> 8) & 0xff, value & 0xff]);
  };
  const tree = Buffer.concat(nodes.flatMap(([left, right]) => [record(left), record(right)]));
  const metadata = encode({
    binary_format_major_version: uint(2),
    binary_format_minor_version: uint(0),
    build_epoch: uint(1_700_000_000),
    database_type: "Test",
    description: { en: "Test" },
    ip_version: uint(6),
    languages: ["en"],
    node_count: uint(nodes.length),
    record_size: uint(24),
  });
  return Buffer.concat([tree, Buffer.alloc(16), ...data, Buffer.from("\xab\xcd\xefMaxMind.com", "latin1"), metadata]);
}

type Slot = number | null | { readonly dataAt: number };

function recordOf(slot: Slot, nodeCount: number): number {
  if (slot === null) return nodeCount;
  return typeof slot === "number" ? slot : nodeCount + 16 + slot.dataAt;
}

/** Wraps a number as a uint32. Other numbers are written as doubles. */
const uint = (value: number): Data => ({ uint32: value, "": "" });

function encode(value: Data): Buffer {
  if (typeof value === "string") return Buffer.concat([control(2, Buffer.byteLength(value)), Buffer.from(value)]);
  if (typeof value === "number") {
    const bytes = Buffer.alloc(8);
    bytes.writeDoubleBE(value);
    return Buffer.concat([control(3, 8), bytes]);
  }
  if (Array.isArray(value)) return Buffer.concat([control(11, value.length), ...value.map(encode)]);
  const fields = Object.entries(value as { readonly [key: string]: Data });
  if (fields.some(([key]) => key === "")) {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(Number(fields[0]?.[1]));
    return Buffer.concat([control(6, 4), bytes]);
  }
  return Buffer.concat([control(7, fields.length), ...fields.flatMap(([key, field]) => [encode(key), encode(field)])]);
}

/** Encodes type and size. Types from 8 on need a second byte, and sizes from 29 on need one more. */
function control(type: number, size: number): Buffer {
  const small = Math.min(size, 29);
  const extended = type > 7 ? [small, type - 7] : [(type << 5) | small];
  return Buffer.from(size < 29 ? extended : [...extended, size - 29]);
}
