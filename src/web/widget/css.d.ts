/** A style sheet, imported as text. */
declare module "*.css" {
  const text: string;
  // biome-ignore lint/style/noDefaultExport: a bundler exports a text in this way.
  export default text;
}
