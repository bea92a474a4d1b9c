/** What pages see of the widget, untyped: whatever it is, the demo shows it. */
interface PageWindow {
  readonly svc_api?: Readonly<Record<string, (...values: readonly unknown[]) => unknown>>;
  readonly svc_config?: unknown;
  [callback: `svc_on${string}`]: (...values: readonly unknown[]) => void;
}

export const pageWindow = window as unknown as PageWindow;
