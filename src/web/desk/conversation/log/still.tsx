import type { ComponentClass, FunctionComponent, JSX } from "preact";
import { Component } from "preact";

/** The same part, drawn anew only when something it is given has changed: thousands of them stand in a log. */
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
