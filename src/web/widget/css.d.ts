/** A style sheet as its text. */
declare module "*.css" {
  const text: string;
  // biome-ignore lint/style/noDefaultExport: that is how a bundler gives a text.
  export default text;
}
