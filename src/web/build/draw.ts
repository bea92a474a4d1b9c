/** The functions for the JSX of the widget. The bundler adds them to every file of the widget, without an import. */
// biome-ignore lint/performance/noBarrelFile: the bundler injects exports of one file of this project into every file.
export { Fragment, h } from "preact";
