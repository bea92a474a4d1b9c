/** What the JSX of the widget is built to; every file of it has them without an import. */
export { Fragment, h } from "preact";
