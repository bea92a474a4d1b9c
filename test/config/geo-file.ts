const text = (value: string): Buffer => Buffer.concat([Buffer.of((2 << 5) | value.length), Buffer.from(value)]);
const uint16 = (value: number): Buffer => Buffer.of((5 << 5) | 1, value);

/** A database with one node and without addresses. Source: MaxMind DB file format specification 2.0. */
export function emptyGeoDatabase(): Buffer {
  const tree = Buffer.of(0, 0, 1, 0, 0, 1);
  const fields = [
    [text("node_count"), uint16(1)],
    [text("record_size"), uint16(24)],
    [text("ip_version"), uint16(4)],
    [text("database_type"), text("Test")],
    [text("binary_format_major_version"), uint16(2)],
    [text("binary_format_minor_version"), uint16(0)],
  ].flat();
  const metadata = Buffer.concat([Buffer.of((7 << 5) | 6), ...fields]);
  return Buffer.concat([tree, Buffer.alloc(16), Buffer.from("abcdef4d61784d696e642e636f6d", "hex"), metadata]);
}
