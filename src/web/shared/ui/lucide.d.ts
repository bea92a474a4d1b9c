// biome-ignore-all lint/style/noDefaultExport: the package exports it so.
/** One icon of Lucide as its package ships each of them: shapes with their attributes. The package types only all icons together. */
declare module "lucide/dist/esm/icons/*.mjs" {
  const shapes: readonly (readonly [shape: string, attributes: Readonly<Record<string, string | number>>])[];
  export default shapes;
}
