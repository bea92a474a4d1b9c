// biome-ignore-all lint/style/noDefaultExport: the package exports it so.
/** The package has no types. This is what `font.ts` uses of them. */
declare module "subset-font" {
  interface SubsetOptions {
    readonly targetFormat: "woff2";
    readonly variationAxes: Readonly<
      Record<string, { readonly min: number; readonly max: number; readonly default: number }>
    >;
  }
  const subsetFont: (font: Buffer, letters: string, options: SubsetOptions) => Promise<Buffer>;
  export default subsetFont;
}
