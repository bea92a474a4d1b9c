/** The architectures for which all native packages exist. */
export const archs = ["x64", "arm64"] as const;
export type Arch = (typeof archs)[number];

export const isArch = (text: string): text is Arch => archs.some((arch) => arch === text);

/** The first bytes of an ELF file. Source: ELF-64 Object File Format, `e_ident`, `e_machine`. */
const magic = Buffer.from([0x7f, 0x45, 0x4c, 0x46]);
const machineOffset = 18;
const machines: Readonly<Record<number, Arch>> = { 62: "x64", 183: "arm64" };

/** The architecture that a file was compiled for. `null` for a file of another format, `"other"` for another machine. */
export function archOf(content: Buffer): Arch | "other" | null {
  if (content.length < machineOffset + 2 || !content.subarray(0, magic.length).equals(magic)) return null;
  return machines[content.readUInt16LE(machineOffset)] ?? "other";
}
