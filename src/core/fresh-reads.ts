/**
 * Reads a key repeatedly, one read after another. Each read begins after the call that asked for it, so that callers never get an older
 * value than before. Calls during a read share the next one.
 */
export function createFreshReads<Key, Value>(read: (key: Key) => Promise<Value>): (key: Key) => Promise<Value> {
  const running = new Map<Key, Promise<void>>();
  const waiting = new Map<Key, Promise<Value>>();
  const begin = (key: Key): Promise<Value> => {
    const reading = read(key);
    const end = (): void => void running.delete(key);
    running.set(key, reading.then(end, end));
    return reading;
  };
  return (key) => {
    const before = running.get(key);
    if (before === undefined) return begin(key);
    const shared = waiting.get(key);
    if (shared !== undefined) return shared;
    const next = before.then(() => {
      waiting.delete(key);
      return begin(key);
    });
    waiting.set(key, next);
    return next;
  };
}
