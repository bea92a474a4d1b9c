/** The part of the widget that pages see. The values are untyped, because the demo shows every value. */
interface PageWindow {
  readonly svc_api?: Readonly<Record<string, (...values: readonly unknown[]) => unknown>>;
  readonly svc_config?: unknown;
  [callback: `svc_on${string}`]: (...values: readonly unknown[]) => void;
}

export const pageWindow = window as unknown as PageWindow;
