/** An object with the properties that a test gives. A use of another property throws. */
export const standIn = <Whole extends object>(given: Partial<Whole>): Whole =>
  new Proxy(given as Whole, {
    get(target, name) {
      if (!(name in target))
        throw new Error(`Expected ${Object.keys(target).join(", ")}, got a use of ${String(name)}.`);
      return target[name as keyof Whole];
    },
  });
