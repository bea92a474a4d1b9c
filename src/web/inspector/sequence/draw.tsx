import type { ComponentChild, JSX } from "preact";
import { h } from "preact";
import type { Shape } from "./sequence-shapes.ts";

/** Shapes as elements of the page. */
export const Shapes = ({ shapes }: { readonly shapes: readonly Shape[] }): JSX.Element => <>{shapes.map(draw)}</>;

const draw = (shape: Shape | string): ComponentChild =>
  typeof shape === "string" ? shape : h(shape.tag, shape.attributes, shape.children.map(draw));
