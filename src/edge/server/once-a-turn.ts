/** Returns true once in each turn of the event loop. */
export function createOnceATurn(): () => boolean {
  let isTaken = false;
  return () => {
    if (isTaken) return false;
    isTaken = true;
    setImmediate(() => {
      isTaken = false;
    });
    return true;
  };
}
