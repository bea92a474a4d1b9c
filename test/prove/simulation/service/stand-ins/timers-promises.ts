const nextTurn = <Value>(value?: Value): Promise<Value | undefined> =>
  new Promise((resolve) => globalThis.setImmediate(() => resolve(value)));

export { nextTurn as setImmediate };
