import type { ComponentClass, FunctionComponent, JSX } from "preact";
import { Component } from "preact";

/** The same component, redrawn only after a change of its props, because a log has thousands of such components. */
export function still<Props extends object>(Part: FunctionComponent<Props>): ComponentClass<Props> {
  return class Still extends Component<Props> {
    override shouldComponentUpdate(next: Readonly<Props>): boolean {
      const before: object = this.props;
      const keys = Object.keys(next) as (keyof Props)[];
      return keys.length !== Object.keys(before).length || keys.some((key) => next[key] !== this.props[key]);
    }
    override render(props: Props): JSX.Element {
      return <Part {...props} />;
    }
  };
}
