/** What the JSX of the widget is built to; every file of it has them without an import. */
// biome-ignore lint/performance/noBarrelFile: the bundler takes what it puts into every file from a file of ours.
export { Fragment, h } from "preact";
